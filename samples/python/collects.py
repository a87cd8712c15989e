"""A service without the web that calls gc.collect() in every request, beside 30,000 live objects.

    python3 collects.py [--requests 60]
"""
import argparse
import gc


class Step:
    def __init__(self, number):
        self.number = number
        self.weights = [number]


def answer(steps, request):
    """Scores some steps, and "frees the memory" at the end."""
    scored = [{"step": steps[(request * 7919 + i) % len(steps)], "score": [i, request]} for i in range(500)]
    total = sum(len(entry["score"]) for entry in scored)
    gc.collect()
    return total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=60)
    options = parser.parse_args()
    steps = [Step(number) for number in range(30_000)]
    print(sum(answer(steps, request) for request in range(options.requests)))


if __name__ == "__main__":
    main()
