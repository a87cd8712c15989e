"""A small version of incident 5: builds a list of films while CPython's GC searches for cycles that cannot exist.

    python3 film.py [SIZE] [--thresholds 10000,50,20]

Prints one JSON object: the wall time, and the script's own measurement from gc.callbacks.
"""
import argparse
import gc
import json
import sys
import time
from dataclasses import dataclass
from typing import List


@dataclass
class Film:
    film_id: int
    weight: float
    actors: List[str]


class Counter:
    """Counts and times collections, independently of any recorder."""

    def __init__(self):
        self.counts = [0, 0, 0]
        self.freed = 0
        self.total = 0
        self.longest = 0
        self.started = 0

    def __call__(self, phase, info):
        if phase == "start":
            self.started = time.perf_counter_ns()
            return
        elapsed = time.perf_counter_ns() - self.started
        self.counts[info["generation"]] += 1
        self.freed += info["collected"]
        self.total += elapsed
        self.longest = max(self.longest, elapsed)


def build(size):
    return [Film(number, number / size, [str(number), str(number + 1), str(number + 2)]) for number in range(size)]


def main():
    parser = argparse.ArgumentParser(description="Builds a list of films and measures GC meanwhile.")
    parser.add_argument("size", type=int, nargs="?", default=1_000_000, help="films to build")
    parser.add_argument("--thresholds", help="numbers for gc.set_threshold, such as 10000,50,20")
    options = parser.parse_args()
    if options.thresholds:
        gc.set_threshold(*map(int, options.thresholds.split(",")))
    counter = Counter()
    gc.callbacks.append(counter)
    began = time.perf_counter_ns()
    films = build(options.size)
    wall = time.perf_counter_ns() - began
    gc.callbacks.remove(counter)
    print(json.dumps({
        "python": sys.version.split()[0], "films": len(films), "thresholds": gc.get_threshold(),
        "wall_ms": wall / 1e6, "gc_total_ms": counter.total / 1e6, "gc_longest_ms": counter.longest / 1e6,
        "gc_percent": round(100 * counter.total / wall, 1), "collections": counter.counts, "freed": counter.freed,
        "began_ns": began, "ended_ns": began + wall,
    }))


if __name__ == "__main__":
    main()
