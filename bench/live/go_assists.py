#!/usr/bin/env python3
"""The cost that `unpause record PID --assists` adds to a mark assist of a running Go process: the median length of direct calls of the
runtime's gcAssistAlloc, a thousand per second with almost no work, in recorded seconds and in neighbouring seconds without recording.
The process has core 1, unpause and this script core 0. An assist that finds enough credit returns at another address than one that
marks; both addresses are probed by the same rule.

Prints the median of the pairs with a 95 % confidence interval (order statistics), for each Go version.

Usage: bench/live/go_assists.py [PAIRS [GO...]]   GO: go (the installed one), or the path of another
(dotnet build -c Release src/Unpause.Cli first, or UNPAUSE=BINARY; root)
"""
import os
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
SECONDS = 3


def seconds(target):
    """Medians of the next seconds; the first, which began before, is left out."""
    return statistics.median([int(target.stdout.readline()) for _ in range(SECONDS + 1)][1:])


def recorded(target):
    recorder = subprocess.Popen([*UNPAUSE, "record", str(target.pid), "--assists", "--before", "0s", "-o", "report.md"],
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if "mark assists" not in (line := recorder.stderr.readline()):
        raise SystemExit(line + recorder.stderr.read())
    drained = threading.Thread(target=recorder.stderr.read)
    drained.start()
    try:
        return seconds(target)
    finally:
        recorder.send_signal(signal.SIGINT)
        reported = time.monotonic()
        while recorder.poll() is None:
            target.stdout.readline()
        drained.join()
        while time.monotonic() < reported + 4:  # the kernel removes the probes
            target.stdout.readline()


def main():
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 6
    os.sched_setaffinity(0, {0})
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for go in sys.argv[2:] or ["go"]:
            version = subprocess.run([go, "version"], check=True, capture_output=True, text=True).stdout.split()[2]
            # Since 1.23 the linker asks for it where a program calls what is the runtime's own.
            allowed = [] if int(version.split(".")[1].split("rc")[0]) < 23 else ["-ldflags=-checklinkname=0"]
            subprocess.run([go, "build", *allowed, "-o", f"{folder}/assists", "."], check=True, cwd=f"{ROOT}/bench/live/assists",
                           env=os.environ | {"GOTOOLCHAIN": "local"})
            target = subprocess.Popen(["taskset", "-c", "1", f"{folder}/assists"], stdout=subprocess.PIPE, text=True)
            try:
                added = []
                for _ in range(pairs):
                    plain = seconds(target)
                    added.append((recorded(target) - plain) / 1000)
            finally:
                target.kill()
                target.wait()
            low, high = interval(added)
            print(f"{version:10} {statistics.median(added):+.2f} µs an assist [{low:+.2f}, {high:+.2f}], {pairs} pairs", flush=True)


main()
