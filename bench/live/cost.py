#!/usr/bin/env python3
"""The cost of recording a live .NET process, for each part separately: work per second of the process's CPU time with a
session, as a ratio to a neighbouring window without one. Both are in one process, in random order, one second each. The
runtime's streaming thread counts as the process's. The process has core 1; this script, which drains the sessions like
unpause, has core 0. Sessions use the diagnostics socket (dotnet/diagnostics, documentation/design-docs/ipc-protocol.md)
directly, because they can then be switched in milliseconds, and counters can be enabled alone.

Prints the median of the pairs with its 95 % confidence interval (order statistics), and the size of the stream per second.

Usage: bench/live/cost.py [PAIRS [PROGRAM...]]   PROGRAM: small, mix, large, web
(dotnet build -c Release tests/programs/AllocatingProgram, and WebProgram, first)
"""
import glob
import os
import random
import socket
import statistics
import struct
import subprocess
import sys
import threading
import time

from intervals import interval

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = {"web": ["WebProgram", "meter"]} | {mode: ["AllocatingProgram", "meter", mode] for mode in ("small", "mix", "large")}

# As src/Unpause.Recorder/Runtimes/DotNetSwitch.cs asks for them: name, keywords, level, arguments.
RUNTIME, PRIVATE = "Microsoft-Windows-DotNETRuntime", ("Microsoft-Windows-DotNETRuntimePrivate", 1, 4, "")
COUNTERS = ("System.Runtime", 0, 4, "EventCounterIntervalSec=1")
PAUSES = [(RUNTIME, 1, 4, ""), PRIVATE]
PARTS = {
    "counters": [[COUNTERS]],
    "pauses": [PAUSES],
    "ring": [PAUSES + [COUNTERS], PAUSES + [COUNTERS]],
    "allocations": [[(RUNTIME, 0x1080001, 5, ""), PRIVATE]],
    "gen2-deaths": [[(RUNTIME, 0x1480001, 5, ""), PRIVATE]],
    "requests": [[("Microsoft.AspNetCore.Hosting", 1, 4, "EventCounterIntervalSec=1"), ("System.Net.Http", 2, 4, ""), ("System.Threading.Tasks.TplEventSource", 0x80, 4, "")]],
}
PARTS_OF = {"web": ["pauses", "requests"]}
WINDOW, SETTLE, WARM_UP = 1.0, 0.2, 5.0


def text(value):
    return struct.pack("<I", len(value) + 1) + (value + "\0").encode("utf-16-le") if value else struct.pack("<I", 0)


class Session:
    """One EventPipe session, drained by a thread."""

    def __init__(self, path, providers):
        self.path, self.bytes = path, 0
        payload = struct.pack("<IIBI", 64, 1, 0, len(providers))
        for name, keywords, level, arguments in providers:
            payload += struct.pack("<QI", keywords, level) + text(name) + text(arguments)
        self.stream = self.ask(3, payload)
        self.id = self.stream.recv(8, socket.MSG_WAITALL)
        self.thread = threading.Thread(target=self.drain, daemon=True)
        self.thread.start()

    def ask(self, command, payload):
        connection = socket.socket(socket.AF_UNIX)
        connection.settimeout(30)
        connection.connect(self.path)
        connection.sendall(b"DOTNET_IPC_V1\0" + struct.pack("<HBBH", 20 + len(payload), 2, command, 0) + payload)
        answer = connection.recv(20, socket.MSG_WAITALL)
        if answer[16:18] != b"\xff\x00":
            raise RuntimeError(f"the runtime refuses: {answer.hex()}")
        return connection

    def drain(self):
        while data := self.stream.recv(1 << 16):
            self.bytes += len(data)

    def stop(self):
        self.ask(1, self.id).close()
        self.thread.join()
        self.stream.close()


class Target:
    """The program and its reported speed."""

    def __init__(self, name):
        program, *arguments = PROGRAMS[name]
        path = f"{ROOT}/tests/programs/{program}/bin/Release/net10.0/{program}.dll"
        self.process = subprocess.Popen(["taskset", "-c", "1", "dotnet", path] + arguments, stdout=subprocess.PIPE, text=True)
        self.samples = []
        threading.Thread(target=self.read, daemon=True).start()
        time.sleep(WARM_UP)  # until its code is compiled for good
        self.socket = glob.glob(f"{os.environ.get('TMPDIR') or '/tmp'}/dotnet-diagnostic-{self.process.pid}-*-socket")[0]

    def read(self):
        for line in self.process.stdout:
            work, nanoseconds = line.split()
            self.samples.append((time.monotonic(), int(work), int(nanoseconds)))

    def measure(self):
        """CPU nanoseconds per unit of work in the window that starts now; work across its borders is left out."""
        time.sleep(SETTLE)
        start = time.monotonic()
        time.sleep(WINDOW)
        end = time.monotonic()
        inside = [sample for sample in self.samples if start + 0.15 < sample[0] < end]
        return sum(nanoseconds for _, _, nanoseconds in inside) / sum(work for _, work, _ in inside)

    def recorded(self, sessions):
        opened = [Session(self.socket, providers) for providers in sessions]
        began = time.monotonic()
        try:
            cost = self.measure()
            rate = sum(session.bytes for session in opened) / (time.monotonic() - began)
        finally:
            for session in opened:
                session.stop()
        return cost, rate


def main():
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    os.sched_setaffinity(0, {0})
    for name in sys.argv[2:] or ["small", "mix", "web"]:
        target = Target(name)
        try:
            for part in PARTS_OF.get(name, [part for part in PARTS if part != "requests"]):
                ratios, added, rates = [], [], []
                for _ in range(pairs):
                    if random.random() < 0.5:
                        off = target.measure()
                        on, rate = target.recorded(PARTS[part])
                    else:
                        on, rate = target.recorded(PARTS[part])
                        off = target.measure()
                    ratios.append(100 * (off / on - 1))
                    added.append((on - off) / 1000)
                    rates.append(rate / 1e6)
                low, high = interval(ratios)
                request = f", {statistics.median(added):+.1f} µs a request" if name == "web" else ""
                print(f"{name:8} {part:12} {statistics.median(ratios):+6.1f} %  [{low:+.1f}, {high:+.1f}]  {pairs} pairs{request}, {statistics.median(rates):.2f} MB/s", flush=True)
        finally:
            target.process.kill()
            target.process.wait()


main()
