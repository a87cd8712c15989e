"""A service without the web: loads a catalogue, which stays, and then answers requests beside it.

    python3 catalogue.py [--films 400000] [--requests 60]
"""
import argparse


class Film:
    def __init__(self, number):
        self.number = number
        self.tags = [str(number), "b", "c"]
        self.scores = {"a": number, "b": [number]}


def answer(films, request):
    """Scores some films; nothing of it stays."""
    scored = [{"film": films[(request * 7919 + i) % len(films)], "score": [i, request]} for i in range(300)]
    return sum(len(entry["score"]) for entry in scored)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--films", type=int, default=400_000)
    parser.add_argument("--requests", type=int, default=60)
    options = parser.parse_args()
    films = [Film(number) for number in range(options.films)]
    print(sum(answer(films, request) for request in range(options.requests)))


if __name__ == "__main__":
    main()
