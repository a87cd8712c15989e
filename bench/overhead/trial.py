"""One run of a workload, plain or recorded, and what it cost."""
import json
import os
import re
import subprocess
import time

from workloads import BUILT, ROOT

UNPAUSE = os.environ.get("UNPAUSE", f"{ROOT}/artifacts/package/linux-x64/unpause")
LONGEST_SECONDS = 300
CORES = sorted(os.sched_getaffinity(0))
POLL_SECONDS = 0.01

# The kernel needs some time to remove the probes of a Go recording, and new ones have to wait for it.
PROBES_GONE_AFTER_SECONDS = 1.0
probed_at = 0.0


class Failed(Exception):
    """The program or unpause failed."""


def on(core, command):
    """The program has one core. The process that relays its output, and this script, have another."""
    return ["taskset", "-c", str(CORES[core]), *command] if len(CORES) > 1 else command


def run(workload, options, folder):
    """Runs once; options is None for plain. All times in microseconds: cpu of the program and what it started, work (its part at
    work), own of unpause, wall; p99 of the requests where it serves some."""
    global probed_at
    probes = options is not None and workload.only == "go"
    if probes:
        time.sleep(max(0.0, probed_at + PROBES_GONE_AFTER_SECONDS - time.monotonic()))
    times = os.path.join(folder, "cpu")
    command = [f"{BUILT}/cputime", times, *on(1, workload.command)]
    if options is not None:
        command = [UNPAUSE, "run", "--only", workload.only, *options, "--", *command]
    began = time.monotonic_ns()
    with open(f"{folder}/out", "w+") as out, open(f"{folder}/err", "w+") as err:
        process = subprocess.Popen(
            on(0, command), cwd=folder, env=os.environ | workload.environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        total = wait(process)
        out.seek(0)
        err.seek(0)
        text, errors = out.read(), err.read()
    wall = time.monotonic_ns() - began
    if probes:
        probed_at = time.monotonic()
    if process.returncode != 0:
        raise Failed(f"{' '.join(command)} exited with code {process.returncode}: {errors[-500:]}")
    with open(times) as file:
        program, wrapper = map(int, file.read().split())
    result = {"cpu_us": program, "wall_us": wall // 1000}
    result |= {name: int(value) for name, value in re.findall(r"(\w+_us)=(\d+)", text) if name in ("work_us", "p99_us")}
    if options is not None:
        result["own_us"] = total - program - wrapper
    return result


def wait(process):
    """Waits, and gives the CPU time of the process and of all it waited for, in microseconds (wait4)."""
    deadline = time.monotonic() + LONGEST_SECONDS
    try:
        while True:
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
            if ended:
                process.returncode = os.waitstatus_to_exitcode(status)
                return round((usage.ru_utime + usage.ru_stime) * 1e6)
            if time.monotonic() > deadline:
                raise Failed(f"{' '.join(process.args)} did not end in {LONGEST_SECONDS} s")
            time.sleep(POLL_SECONDS)
    except BaseException:
        process.kill()
        process.wait()
        raise


def check(workload, options, folder):
    """The number of collections in the report. Without any, the measured cost would be meaningless: raises Failed."""
    report = os.path.join(folder, "check.json")
    run(workload, [*options, "-o", report], folder)
    with open(report) as file:
        collections = sum(process["collections"]["count"] for process in json.load(file)["processes"])
    if workload.collects and not collections:
        raise Failed(f"unpause run {' '.join(options)} recorded no GC of {' '.join(workload.command)}")
    return collections
