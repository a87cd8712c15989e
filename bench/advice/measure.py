"""Runs of a case, recorded by unpause."""
import json
import os
import shutil
import signal
import subprocess
import sys

from case import BUILT, HERE, ROOT

UNPAUSE = os.environ.get("UNPAUSE", "").split() or ["dotnet", f"{ROOT}/src/Unpause.Cli/bin/Release/net10.0/Unpause.Cli.dll"]
# A program that an advised setting breaks may neither end nor fail.
LONGEST = 60


def build(cases):
    """Builds the programs of the cases' runtimes below artifacts/advice."""
    os.makedirs(BUILT, exist_ok=True)
    programs = f"{HERE}/programs"
    runtimes = {case.runtime for case in cases}
    commands = []
    if "jvm" in runtimes:
        sources = [f"{programs}/jvm/{name}" for name in sorted(os.listdir(f"{programs}/jvm"))]
        commands.append(["javac", "--release", "17", "-nowarn", "-d", f"{BUILT}/jvm", *sources])
    if "go" in runtimes:
        commands.append(["env", "--chdir", f"{programs}/go", "go", "build", "-o", f"{BUILT}/advice-go", "."])
    if "dotnet" in runtimes:
        project = f"{programs}/dotnet/Advice.csproj"
        commands.append(["dotnet", "build", project, "-c", "Release", "-o", f"{BUILT}/dotnet", "-v", "q", "--nologo"])
    for command in commands:
        subprocess.run(command, check=True, stdout=sys.stderr, stderr=subprocess.DEVNULL if command[0] == "javac" else None)


def run(case, change, seconds, folder):
    """One run. Returns its numbers; a program that failed has only "failed"."""
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    variables, command = case.started(change, seconds)
    options = [part for name, value in variables.items() for part in ("--env", f"{name}={value}")]
    started = UNPAUSE + ["run", "-q", "--keep", f"{folder}/kept", "-o", f"{folder}/report.json", *case.record, *options, "--", *command]
    # In a session of its own, so that a timeout ends the program as well.
    with subprocess.Popen(started, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as ran:
        try:
            output, errors = ran.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            os.killpg(ran.pid, signal.SIGKILL)
            return {"failed": f"did not end within {LONGEST} s"}
    result = [line for line in output.splitlines() if line.startswith("advice-result ")]
    if not result or not os.path.exists(f"{folder}/report.json"):
        lines = errors.strip().splitlines() or ["no output"]
        return {"failed": next((line for line in lines if "OutOfMemory" in line), lines[-1])[:200]}
    numbers = json.loads(result[-1].split(" ", 1)[1])
    with open(f"{folder}/report.json", encoding="utf-8") as file:
        report = json.load(file)
    if not report["processes"]:
        return {"failed": "nothing was recorded"}
    return numbers | report_numbers(report) | {"findings": report["findings"], "verdict": report["verdict"]}


def longest(process, length):
    """The longest pause after start-up, the first tenth of the run, in which the programs build what they keep."""
    explained = process["explanations"] or []
    late = [one["duration_ms"] for one in explained if (one["start_ms"] or 0) >= length / 10]
    # The ten longest are explained: if all are of the start, any later one is at most as long as the shortest of these.
    return max(late) if late else min((one["duration_ms"] for one in explained), default=0)


def report_numbers(report):
    """What a promise may be about, by the metric's name: amounts of the whole recording."""
    process = max(report["processes"], key=lambda one: one["pauses"]["total_ms"] or 0)
    stops = process["stops"] or {}
    pauses, stalls = process["pauses"], process["stalls"] or []
    length = process["source"]["duration_ms"] or 0
    # As the findings promise them: pauses without the time to stop the threads, which `total_stop` contains.
    total = pauses["total_ms"] or 0
    return {
        "seconds": length / 1e3,
        "total_pause": total,
        "total_stop": stops.get("total_ms") or total,
        "max_pause": longest(process, length),
        "throughput": 100 - 100 * total / length if length else None,
        "collections": process["collections"]["count"],
        "collector_cpu": (process["collector_cpu"] or {}).get("percent"),
        "retained_heap": process["heap"]["live_set_bytes"] or process["heap"]["peak_bytes"],
        "total_stall": sum(stall["total_ms"] for stall in stalls),
    }
