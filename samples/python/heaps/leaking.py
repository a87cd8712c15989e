"""A service that keeps what it should not, for `unpause heap`: orders in a cache that nobody empties, callbacks that are never taken
away, cycles that wait for the collector, and a long list of numbers. It looks at itself twice and counts what a look should tell.

    UNPAUSE_RECORDING_DIR=FOLDER UNPAUSE_CYCLES=0 PYTHONPATH=agents/python python3 samples/python/heaps/leaking.py
"""
import collections
import gc
import glob
import json
import os
import sys
import time


class Order:
    def __init__(self, number):
        self.number = number
        self.lines = [("line %d" % number, {"price": number})]


class Cache:
    def __init__(self):
        self.orders = {}


class Signal:
    listeners = []


class Node:
    pass


CACHE = Cache()
READINGS = [float(number) for number in range(1000000)]


def listen(number):
    Signal.listeners.append(lambda: number)


def serve(first, last):
    for number in range(first, last):
        CACHE.orders[number] = Order(number)
        if number % 4 == 0:
            listen(number)


def leave_cycles(count):
    for _ in range(count):
        node = Node()
        node.other = Node()
        node.other.other = node


def count():
    objects = gc.get_objects()
    types = collections.Counter("%s.%s" % (type(each).__module__, type(each).__qualname__) for each in objects)
    return {
        "objects": len(objects),
        "orders": types["__main__.Order"], "nodes": types["__main__.Node"], "functions": types["builtins.function"],
        "readings": len(READINGS), "bytes_of_readings": sum(map(sys.getsizeof, READINGS)),
    }


def look(number):
    """Looks, and waits for the file: of two looks at once the second would have to wait for a collection."""
    for callback in gc.callbacks:
        if callback.__name__ == "unpause_on_cycles":
            callback("heap", {"generation": 2})
    while not glob.glob(os.path.join(os.environ["UNPAUSE_RECORDING_DIR"], "*-%d.upcy" % number)):
        time.sleep(0.01)
    time.sleep(0.2)  # until the process that looked has ended


def main():
    serve(0, 2000)
    gc.collect()
    gc.disable()
    truth = [count()]
    look(1)
    serve(2000, 5000)
    leave_cycles(1500)
    truth.append(count())
    look(2)
    truth.append({"collected": gc.collect()})
    json.dump(truth, sys.stdout)


main()
