"""Requests at random times (Poisson), one worker: each allocates and keeps some objects in cycles.

Arguments: seconds, rate, live objects.
"""
import gc
import os
import queue
import random
import sys
import threading
import time


class Node:
    __slots__ = ("own", "data", "__weakref__")

    def __init__(self):
        self.own, self.data = self, [None]


def main():
    seconds, rate, live = float(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    kept = [Node() for _ in range(live)]
    threshold = os.environ.get("GC_THRESHOLD")
    if threshold:
        gc.set_threshold(int(threshold), *gc.get_threshold()[1:])
    requests, lines = queue.SimpleQueue(), []

    def work():
        at = 0
        while (due := requests.get()) is not None:
            for i in range(1500):
                node = Node()
                if i % 10 == 0:
                    at = (at + 7919) % live
                    kept[at] = node
            # Most of a request is plain work, so waking up the worker does not show.
            total = 0
            for i in range(150000):
                total += i
            lines.append(f"{due * 1e3:.3f},{(time.time() - due) * 1e3:.3f}")

    worker = threading.Thread(target=work)
    worker.start()
    begin, chance = time.time(), random.Random(1)
    due = begin
    while due - begin < seconds:
        left = due - time.time()
        if left > 0:
            time.sleep(left)
        requests.put(due)
        due += chance.expovariate(rate)
    requests.put(None)
    worker.join()
    print("start_ms,duration_ms", *lines, sep="\n")


main()
