"""Makes trees whose nodes know their parents: only the collector can free them, so here it works for its living.

    python3 cycles.py [TREES]
"""
import gc
import json
import sys
import time


class Node:
    def __init__(self, parent, depth):
        self.parent = parent
        self.children = [Node(self, depth - 1) for _ in range(2)] if depth else []


def main():
    trees = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    counts, freed, started, total = [0, 0, 0], [0], [0], [0]

    def counter(phase, info):
        if phase == "start":
            started[0] = time.perf_counter_ns()
        else:
            total[0] += time.perf_counter_ns() - started[0]
            counts[info["generation"]] += 1
            freed[0] += info["collected"]

    gc.callbacks.append(counter)
    began = time.perf_counter_ns()
    for _ in range(trees):
        Node(None, 5)
    gc.callbacks.remove(counter)
    print(json.dumps({"collections": counts, "freed": freed[0], "gc_total_ms": total[0] / 1e6, "began_ns": began,
                      "ended_ns": time.perf_counter_ns()}))


if __name__ == "__main__":
    main()
