"""Runs a Python program and writes CPython's own collection counts beside it when it ends: own_counts.py FILE SCRIPT|-m MODULE ARGS…"""
import atexit
import gc
import json
import runpy
import sys


def collections():
    return sum(generation["collections"] for generation in gc.get_stats())


def main():
    target = sys.argv[1]
    # What came before this line may have come before the agent.
    before = collections()

    def write():
        with open(target, "w", encoding="utf-8") as file:
            json.dump([before, collections()], file)

    atexit.register(write)
    sys.argv = sys.argv[2:]
    if sys.argv[0] == "-m":
        sys.argv = sys.argv[1:]
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
    else:
        runpy.run_path(sys.argv[0], run_name="__main__")


main()
