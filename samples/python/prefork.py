"""A pre-fork server without the web: loads a catalogue, forks a worker, which keeps the latest sessions of its requests.

    python3 prefork.py [--films 300000] [--requests 900] [--fix]
"""
import argparse
import collections
import gc
import os


class Film:
    def __init__(self, number):
        self.number = number
        self.tags = [str(number), "b", "c"]


def serve(films, requests):
    sessions = collections.deque(maxlen=1200)
    for request in range(requests):
        sessions.append([{"film": films[(request * 7919 + i) % len(films)], "score": [i, request]} for i in range(150)])
    return len(sessions)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--films", type=int, default=300_000)
    parser.add_argument("--requests", type=int, default=1600)
    parser.add_argument("--fix", action="store_true", help="gc.freeze() before the fork")
    options = parser.parse_args()
    films = [Film(number) for number in range(options.films)]
    if options.fix:
        gc.freeze()
    if os.fork() == 0:
        print(serve(films, options.requests), flush=True)
    else:
        os.wait()


if __name__ == "__main__":
    main()
