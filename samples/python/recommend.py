"""A recommendation service without the web: many live objects, and requests whose objects die by reference counting.

    python3 recommend.py [--fix] [--requests 400]

With --fix it freezes what it loaded and raises the thresholds. Prints one JSON object with the requests' times and
what a counter of its own saw in gc.callbacks.
"""
import argparse
import gc
import json
import time


class Step:
    def __init__(self, number):
        self.number = number
        self.weights = [number * factor for factor in (0.1, 0.2, 0.3)]


def answer(steps, request):
    """Scores some steps; everything it makes dies when it returns."""
    scored = [{"step": steps[(request * 7919 + i) % len(steps)], "score": [i, request]} for i in range(1500)]
    return sum(len(entry["score"]) for entry in scored)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--requests", type=int, default=400)
    options = parser.parse_args()
    counts, lengths, started = [0, 0, 0], [], [0]

    def counter(phase, info):
        if phase == "start":
            started[0] = time.perf_counter_ns()
        else:
            lengths.append(time.perf_counter_ns() - started[0])
            counts[info["generation"]] += 1

    began = time.perf_counter_ns()
    gc.callbacks.append(counter)
    if options.fix:
        gc.disable()
    steps = [Step(number) for number in range(150_000)]
    if options.fix:
        gc.enable()
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 20, 10)
    times = []
    for request in range(options.requests):
        asked = time.perf_counter_ns()
        answer(steps, request)
        times.append(time.perf_counter_ns() - asked)
    times.sort()
    gc.callbacks.remove(counter)
    print(json.dumps({
        "wall_ms": (time.perf_counter_ns() - began) / 1e6, "collections": counts, "gc_total_ms": sum(lengths) / 1e6,
        "gc_longest_ms": max(lengths, default=0) / 1e6, "request_p50_ms": times[len(times) // 2] / 1e6,
        "request_p99_ms": times[len(times) * 99 // 100] / 1e6, "request_max_ms": times[-1] / 1e6,
    }))


if __name__ == "__main__":
    main()
