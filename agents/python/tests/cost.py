"""Prints what the agent adds to one collection, in microseconds: pairs of runs, with and without it, in turn.

    python3 agents/python/tests/cost.py
"""
import os
import statistics
import subprocess
import sys
import tempfile

AGENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = """
import gc, time
gc.collect()
def many(n):
    collect = gc.collect
    began = time.perf_counter_ns()
    for _ in range(n):
        collect(0)
    return (time.perf_counter_ns() - began) / n / 1000
many(2000)
print(min(many(2000) for _ in range(10)))
"""


def measure(recording_directory):
    environment = dict(os.environ, PYTHONPATH=AGENT, UNPAUSE_RECORDING_DIR=recording_directory)
    return float(subprocess.run([sys.executable, "-c", PROGRAM], env=environment, check=True, stdout=subprocess.PIPE).stdout)


def main():
    with tempfile.TemporaryDirectory() as directory:
        pairs = [(measure(""), measure(directory)) for _ in range(9)]
    added = sorted(with_agent - without for without, with_agent in pairs)
    print("CPython %s: an empty gen0 collection takes %.2f us, with the agent %.2f us; added: median %.2f us (%.2f to %.2f, 9 pairs)" % (
        sys.version.split()[0], statistics.median(p[0] for p in pairs), statistics.median(p[1] for p in pairs),
        statistics.median(added), added[0], added[-1]))


if __name__ == "__main__":
    main()
