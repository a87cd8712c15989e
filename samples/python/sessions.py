"""A service without the web that keeps a session of every request, for good or (--fix) the latest 1,000 only.

    python3 sessions.py [--seconds 12] [--fix]
"""
import argparse
import collections
import time


class Session:
    def __init__(self, number):
        self.number = number
        self.pages = [[number, i] for i in range(60)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--fix", action="store_true")
    options = parser.parse_args()
    sessions = collections.OrderedDict()
    begin = time.monotonic()
    number = 0
    while time.monotonic() < begin + options.seconds:
        number += 1
        sessions[number] = Session(number)
        if options.fix and len(sessions) > 1000:
            sessions.popitem(last=False)
        if number % 10 == 0:
            time.sleep(0.01)
    print(number, len(sessions))


if __name__ == "__main__":
    main()
