"""What gc.freeze() saves forked workers: memory that a worker has of its own after one full collection, and how long that took.

    python3 samples/python/copied_pages.py [OBJECTS]
"""
import gc
import os
import sys
import time


class Row:
    def __init__(self, number):
        self.number = number
        self.tags = [number]


def private_bytes():
    with open("/proc/self/smaps_rollup") as file:
        return 1024 * sum(int(line.split()[1]) for line in file if line.startswith(("Private_Dirty", "Private_Clean")))


def worker(freeze):
    """Forks as a server does; what the child has of its own before its first full collection and after, and that one's length."""
    read, write = os.pipe()
    if freeze:
        gc.freeze()
    child = os.fork()
    if child == 0:
        before = private_bytes()
        began = time.perf_counter()
        gc.collect()
        took = time.perf_counter() - began
        os.write(write, b"%d %d %d" % (before, private_bytes(), took * 1e6))
        os._exit(0)
    os.waitpid(child, 0)
    if freeze:
        gc.unfreeze()
    return map(int, os.read(read, 100).split())


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 300000
    gc.disable()
    rows = [Row(number) for number in range(count)]
    gc.collect()
    print("CPython %s, %d objects" % (sys.version.split()[0], len(gc.get_objects())))
    for name, freeze in (("as it is", False), ("frozen", True)):
        before, after, took = worker(freeze)
        print("%-8s  of its own %6.1f MiB -> %6.1f MiB  full collection %7.2f ms" % (name, before / 2**20, after / 2**20, took / 1e3))
    return rows


main()
