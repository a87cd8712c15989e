"""Ends recorded Go programs at random moments, most often while they write a gc line, and demands that no part of a line gets to stderr
and that no collection is missing from the recording.

    tests/soak/gclines [ENDS]      10,000 ends unless given otherwise; half exit by themselves, half are killed; UNPAUSE=BINARY, BUSY=2
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
UNPAUSE = os.environ.get("UNPAUSE", os.path.join(ROOT, "unpause"))
FIRST_BORDER = 1_000_000
WHOLE = re.compile(r"\d+\.\d{9} gc (\d+) @.* P( \(forced\))?")
CUT = re.compile(r"\d+\.\d{9} gc ")


def groups_of(path):
    """The numbers of each program's lines, with None for one that was cut."""
    groups: list[list] = [[]]
    with open(path) as file:
        for line in file.read().split("\n"):
            whole = WHOLE.fullmatch(line)
            if whole and int(whole.group(1)) >= FIRST_BORDER:
                groups.append([])
            elif whole:
                groups[-1].append(int(whole.group(1)))
            elif CUT.match(line):
                groups[-1].append(None)
    return groups[:-1]


def faults_of(ends, groups):
    if len(ends) != len(groups):
        yield "%d programs ended, but %d are in the recording" % (len(ends), len(groups))
    for number, (counted, numbers) in enumerate(zip(ends, groups)):
        whole = [number for number in numbers if number is not None]
        if whole != list(range(1, len(whole) + 1)):
            yield "program %d: lines %s" % (number, numbers)
        # The last collection may have been counted and not been written yet.
        if len(numbers) < counted - 1:
            yield "program %d counted %d collections, but %d are recorded" % (number, counted, len(numbers))
        if len(numbers) - len(whole) > 1:
            yield "program %d has several lines that were cut" % number


def main():
    ends = sys.argv[1] if len(sys.argv) > 1 else "10000"
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(int(os.environ.get("BUSY", "0")))]
    try:
        with tempfile.TemporaryDirectory(prefix="gcends-") as folder:
            program, keep = os.path.join(folder, "gcends"), os.path.join(folder, "keep")
            source = os.path.join(HERE, "gcends.go")
            subprocess.run(["go", "build", "-o", program, source], check=True, env=dict(os.environ, GO111MODULE="off"))
            run = subprocess.run(
                [UNPAUSE, "run", "-q", "--no-probes", "--keep", keep, "--", program, "drive", ends, os.environ.get("SEED", "1")],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=True, cwd=folder)
            recorded = groups_of(os.path.join(keep, "go.gctrace"))
    finally:
        for process in busy:
            process.kill()
    counted = [int(line.split()[1]) for line in run.stdout.splitlines()]
    leaked = [line for line in run.stderr.splitlines() if not line.startswith(("kept the recordings in ", "unpause:"))]
    faults = ["stderr has %r" % line for line in leaked] + list(faults_of(counted, recorded))
    for fault in faults:
        print(fault)
    cut = sum(numbers.count(None) for numbers in recorded)
    print("%d ends, %d lines, %d cut by an end, %d faults" % (len(counted), sum(map(len, recorded)) - cut, cut, len(faults)))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
