"""Answers requests of which many fail, and keeps each error in a variable of the function that caught it.

    python3 tracebacks.py [--live 60000] [--requests 60000] [--fix]
"""
import argparse


class Session:
    def __init__(self, number):
        self.number = number
        self.history = [[number], [number + 1]]


def answer(number, fix):
    seen = [[number, step] for step in range(20)]
    problem = None
    try:
        raise LookupError("nobody is called %d" % number)
    except LookupError as error:
        problem = error  # its traceback knows this frame, whose variable it is
    text = "%s after %d" % (problem, len(seen))
    if fix:
        del problem
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--live", type=int, default=60_000)
    parser.add_argument("--requests", type=int, default=60_000)
    parser.add_argument("--fix", action="store_true", help="del the variable when it is done with")
    options = parser.parse_args()
    sessions = [Session(number) for number in range(options.live)]
    print(sum(len(answer(number, options.fix)) for number in range(options.requests)), len(sessions))


if __name__ == "__main__":
    main()
