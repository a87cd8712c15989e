"""A service without the web that runs with the collector off (gc.disable), and leaves a cycle behind for each request.

    python3 uncollected.py [--requests 200000] [--fix | --loading]

--fix: without the cycle. --loading: off only while it loads.
"""
import argparse
import gc


class Session:
    def __init__(self, number):
        self.number = number
        self.pages = ["page %d of %d" % (page, number) for page in range(8)]
        self.answer = None


class Answer:
    def __init__(self, session, with_cycle):
        self.session = session if with_cycle else None
        self.length = sum(map(len, session.pages))


def serve(number, with_cycle):
    session = Session(number)
    session.answer = Answer(session, with_cycle)
    return session.answer.length


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=200_000)
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--loading", action="store_true")
    options = parser.parse_args()
    gc.disable()
    films = [[number] for number in range(50_000)]
    if options.loading:
        gc.enable()
    print(len(films), sum(serve(number, not options.fix) for number in range(options.requests)))


if __name__ == "__main__":
    main()
