"""Compares the answers and writes the table; exits with 1 when they differ."""
import json
import os
import platform
import sqlite3
import subprocess
import sys

import numpy

folder, requests, pauses = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
ROWS = (("join", "unpause, the join"), ("numpy-usual", "numpy, the usual form"), ("numpy-best", "numpy, the best form we found"), ("sqlite", "SQLite, range join"), ("engine", "unpause, the whole attribution"))
runs = {}
for name, _ in ROWS:
    with open(f"{folder}/{name}.json") as file:
        runs[name] = json.load(file)

same = ("touched", "stopped_ns", "slow", "slow_without", "percentiles_ns", "percentiles_without_ns")
for name in ("numpy-usual", "numpy-best", "sqlite"):
    for key in same:
        if runs[name]["result"][key] != runs["join"]["result"][key]:
            sys.exit(f"{name} disagrees on {key}: {runs[name]['result'][key]} against {runs['join']['result'][key]}")

with open("/proc/cpuinfo") as file:
    cpu = next(line.split(":")[1].strip() for line in file if line.startswith("model name"))
dotnet = subprocess.run(["dotnet", "--version"], capture_output=True, text=True, check=True).stdout.strip()
base = runs["join"]
print(f"# {requests:,} requests × {pauses:,} pauses\n")
print(f"{cpu}, {os.cpu_count()} processors, load average {os.getloadavg()[0]:.1f}; .NET SDK {dotnet}, numpy {numpy.__version__}, Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}.")
print("Made by `bench/attribution/run`. Stopped time in every request, counts, p50 to p99.9 and the longest, with and without; all")
print("of them give the same numbers to the nanosecond. Data are in memory before the clock starts. unpause and numpy: median of nine")
print("rounds, SQLite: one. unpause sweeps on all processors; numpy and SQLite are free to, and use one for each of these steps: the")
print("columns of CPU time compare them without that. The last row does far more: sorting, clock alignment, queue fit, replay, permutation test, worst requests.\n")
print("| | time | × | CPU time | × | peak memory |\n|---|---:|---:|---:|---:|---:|")
for name, title in ROWS:
    run = runs[name]
    print(f"| {title} | {run['seconds']:.3f} s | {run['seconds'] / base['seconds']:.1f} | {run['cpu_seconds']:.3f} s | {run['cpu_seconds'] / base['cpu_seconds']:.1f} | {run['peak_bytes'] / 2**20:,.0f} MiB |")
result = runs["engine"]["result"]
print(f"\nThe whole attribution found: {result['queue']}; {result['because']:,} of {result['slow']:,} slow requests are slow because of pauses, {result['slow'] - result['slow_without']:,} by their own overlap alone; p = {result['p_value']}.")
