#!/usr/bin/env python3
"""What recording a live .NET program costs it: its own work for a second of its process's CPU time with a session on, as a
ratio to the seconds just before and after without one, in one process, interleaved. The runtime's streaming thread counts
as the program's. It has core 1, unpause core 0; real-time priority would let its threads starve its own collector.

Usage: bench/live/cost.py [ROUNDS [MODE...]]   (dotnet build -c Release src/Unpause.Cli tests/programs/AllocatingProgram first)
"""
import os
import signal
import statistics
import subprocess
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
UNPAUSE = ["taskset", "-c", "0", "dotnet", f"{ROOT}/src/Unpause.Cli/bin/Release/net10.0/Unpause.Cli.dll", "record"]
PROGRAM = ["taskset", "-c", "1", "dotnet",
           f"{ROOT}/tests/programs/AllocatingProgram/bin/Release/net10.0/AllocatingProgram.dll", "meter"]
PROFILES = {"pauses": [], "allocations": ["--profile", "allocations"], "ring": ["--ring", "1s"]}
SECONDS = 1.5


class Target:
    """The program and what it says of its speed."""

    def __init__(self, mode):
        self.process = subprocess.Popen(PROGRAM + [mode], stdout=subprocess.PIPE, text=True)
        self.samples = []
        threading.Thread(target=self.read, daemon=True).start()
        time.sleep(5)  # until its code is compiled for good

    def read(self):
        for line in self.process.stdout:
            rounds, nanoseconds = line.split()
            self.samples.append((time.monotonic(), int(rounds) / int(nanoseconds) * 1e9))

    def speed(self, start, end):
        """Rounds for a CPU second between two moments; the sample that spans the first is left out."""
        return statistics.mean(speed for at, speed in self.samples if start + 0.3 < at < end)


def quiet(target):
    start = time.monotonic()
    time.sleep(SECONDS)
    return target.speed(start, time.monotonic())


def recorded(target, options):
    recorder = subprocess.Popen(UNPAUSE + [str(target.process.pid), "--format", "json"] + options,
                                stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    recorder.stderr.readline()
    start = time.monotonic()
    time.sleep(SECONDS * (2 if options[:1] == ["--ring"] else 1))
    end = time.monotonic()
    speed = target.speed(start, end)
    recorder.send_signal(signal.SIGINT)
    recorder.communicate()
    return speed


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    for mode in sys.argv[2:] or ["small", "mix"]:
        target = Target(mode)
        costs = {profile: [] for profile in PROFILES}
        try:
            before = quiet(target)
            for _ in range(rounds):
                for profile, options in PROFILES.items():
                    speed = recorded(target, options)
                    after = quiet(target)
                    costs[profile].append(100 * (speed / ((before + after) / 2) - 1))
                    before = after
        finally:
            target.process.kill()
        for profile, values in costs.items():
            values.sort()
            low, high = values[len(values) // 8], values[-1 - len(values) // 8]
            print(f"{mode:6} {profile:12} {statistics.median(values):+.1f} %  [{low:+.1f}, {high:+.1f}], {len(values)} pairs", flush=True)


main()
