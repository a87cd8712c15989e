#!/usr/bin/env python3
"""The cost of `unpause record PID` for a running Go process with a hundred GCs per second: CPU time per unit of work while stops are
recorded by kernel probes, as a ratio to a neighbouring window without recording, in random order. As a control, windows without
recording are also paired with each other. A program that mostly stops its world shows the cost of one stop; two hundred stops are
a hundred GCs. This is the more precise measure, because the first is close to the machine's noise. The process has core 1, unpause
and this script core 0. CPU time is less sensitive to other load; an idle machine is still better.

Prints medians of the pairs with 95 % intervals (order statistics).

Usage: bench/live/go_probes.py [PAIRS [GO...]]   GO: go (the installed one), or the path of another
(dotnet build -c Release src/Unpause.Cli first, or UNPAUSE=BINARY; root)
"""
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from intervals import interval

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
UNPAUSE = [os.environ["UNPAUSE"]] if "UNPAUSE" in os.environ else ["dotnet", f"{ROOT}/src/Unpause.Cli/bin/Release/net10.0/Unpause.Cli.dll"]
WINDOW, SETTLE = 2.0, 0.3


class Target:
    """The program and its reported speed."""

    def __init__(self, *command):
        self.process = subprocess.Popen(["taskset", "-c", "1", *command], stdout=subprocess.PIPE, text=True)
        self.samples = []
        threading.Thread(target=self.read, daemon=True).start()
        time.sleep(1)

    def read(self):
        for line in self.process.stdout:
            self.samples.append((time.monotonic(), *map(int, line.split())))

    def measure(self):
        """CPU nanoseconds for a unit of work in the window that begins now, and collections a CPU second; what spans its borders is left out."""
        time.sleep(SETTLE)
        start = time.monotonic()
        time.sleep(WINDOW)
        inside = [sample for sample in self.samples if start + 0.1 < sample[0] < start + WINDOW]
        cost = sum(sample[2] for sample in inside) / sum(sample[1] for sample in inside)
        return cost, (inside[-1][3] - inside[0][3]) / (sum(sample[2] for sample in inside[1:]) / 1e9)

    def recorded(self):
        recorder = subprocess.Popen([*UNPAUSE, "record", str(self.process.pid), "-o", "report.md"],
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if not recorder.stderr.readline().startswith("recording process"):
            raise SystemExit(recorder.stderr.read())
        try:
            return self.measure()
        finally:
            recorder.send_signal(signal.SIGINT)
            recorder.stderr.read()
            recorder.wait()
            time.sleep(1)  # the kernel removes the probes


def main():
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    os.sched_setaffinity(0, {0})
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for go in sys.argv[2:] or ["go"]:
            subprocess.run([go, "build", "-o", "collect", f"{ROOT}/bench/live/collect.go"], check=True,
                           env=os.environ | {"GOTOOLCHAIN": "local", "GO111MODULE": "auto"})
            version = subprocess.run([go, "version"], check=True, capture_output=True, text=True).stdout.split()[2]
            for mode, name in (("stops", "recorded"), ("collections", "plain again"), ("collections", "recorded")):
                target = Target(f"{folder}/collect", mode)
                try:
                    print(f"{version:10} {mode:11} {name:12} {compare(target, pairs, name == 'recorded', mode == 'stops')}", flush=True)
                finally:
                    target.process.kill()
                    target.process.wait()


def compare(target, pairs, recorded, is_stops):
    ratios, added, rates = [], [], []
    other = target.recorded if recorded else target.measure
    for _ in range(pairs):
        if random.random() < 0.5:
            plain, (cost, rate) = target.measure()[0], other()
        else:
            (cost, rate), plain = other(), target.measure()[0]
        ratios.append(100 * (cost / plain - 1))
        added.append((cost - plain) / 1000)
        rates.append(rate)
    if is_stops:
        low, high = interval(added)
        middle = statistics.median(added)
        return (f"{middle:+.2f} µs a stop [{low:+.2f}, {high:+.2f}], {pairs} pairs: "
                f"{200 * middle / 1e4:.3f} % of a processor [{200 * low / 1e4:.3f}, {200 * high / 1e4:.3f}] at 100 collections a second")
    low, high = interval(ratios)
    return f"{statistics.median(ratios):+.2f} % [{low:+.2f}, {high:+.2f}], {pairs} pairs, {statistics.median(rates):.0f} collections a CPU second"


main()
