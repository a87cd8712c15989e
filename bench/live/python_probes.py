"""The cost of unpause record PID for a running CPython process: time added to each collection, in turn plain, recorded, plain.

usage (root): bench/live/python_probes.py ROUNDS INTERPRETER…    unpause: ./unpause of the checkout, or UNPAUSE
"""
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import time

CALLS = 20_000
PROGRAM = f"""
import gc, sys, time
print("ready", flush=True)
for line in sys.stdin:
    begin = time.perf_counter_ns()
    for _ in range({CALLS}):
        gc.collect(0)
    print((time.perf_counter_ns() - begin) / {CALLS} / 1000, flush=True)
"""
UNPAUSE = os.environ.get("UNPAUSE", str(pathlib.Path(__file__).resolve().parents[2] / "unpause"))


def block(program):
    """µs of a collection."""
    program.stdin.write("\n")
    program.stdin.flush()
    return float(program.stdout.readline())


def recorded_block(program):
    recorder = subprocess.Popen(
        [UNPAUSE, "record", str(program.pid), "-o", "-", "--format", "json"],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = recorder.stderr.readline()
    if not said.startswith("recording process"):
        sys.exit(said)
    took = block(program)
    recorder.send_signal(signal.SIGINT)
    recorder.communicate()
    time.sleep(1.5)  # the kernel removes probes on its own time
    return took


def measure(interpreter, rounds):
    program = subprocess.Popen([interpreter, "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    program.stdout.readline()
    added, again = [], []
    for _ in range(rounds):
        before, recorded, after = block(program), recorded_block(program), block(program)
        added.append(recorded - (before + after) / 2)
        again.append(after - before)
    program.kill()
    quartiles = statistics.quantiles(added)
    print(f"{interpreter}: +{statistics.median(added):.1f} µs a collection ({quartiles[0]:+.1f} to {quartiles[2]:+.1f}); "
          f"plain again {statistics.median(again):+.2f} µs", flush=True)


for each in sys.argv[2:]:
    measure(each, int(sys.argv[1]))
