"""The programs that are measured, and how each is recorded. Each does a fixed amount of work, for about a second of CPU time,
and says for how much CPU time it did the last three quarters of it (work_us=…), so that start and end are apart.
"""
import dataclasses
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILT = os.path.join(ROOT, "artifacts", "overhead")
PYTHON = "/usr/bin/python3"  # Debian's, which has Debian's Flask
PAUSES = {"pauses": []}
DOTNET = {"pauses": ["--no-requests"], "allocations": ["--no-requests", "--profile", "allocations"]}
DOTNET_SERVICE = DOTNET | {"pauses and requests (default)": []}
# The goal for the cost of the pauses profile, in percent of CPU time at work.
SERVICE, ALLOCATOR, HELLO = 1.0, 3.0, None


@dataclasses.dataclass(frozen=True)
class Workload:
    """A program: its command, its runtime's name for --only, the options of each profile, the goal in per cent, variables, and whether
    it collects at all."""

    command: list
    only: str
    profiles: dict
    goal: "float | None"
    environment: dict = dataclasses.field(default_factory=dict)
    collects: bool = True

    @property
    def is_hello(self):
        return self.goal is HELLO


def dotnet(program, *arguments):
    return ["dotnet", f"{ROOT}/tests/programs/{program}/bin/Release/net10.0/{program}.dll", *arguments]


def java(*arguments):
    # The collector is set explicitly, because the default depends on the machine's size.
    return ["java", "-XX:+UseG1GC", "-Xmx64m", "-Dsun.net.httpserver.nodelay=true", "-cp", BUILT, *arguments]


# Worst cases: a young generation so small that an allocation loop causes hundreds of GCs per second. Go's minimum heap is
# 4 MB anyway. .NET's default gen0 depends on the size of the CPU cache.
GEN0_4_MB = {"DOTNET_GCgen0size": "0x400000"}
GO = f"{BUILT}/work"
WORK_PY = f"{HERE}/programs/work.py"
WORKLOADS = {
    "python-hello": Workload([PYTHON, "-c", "print('hello')"], "cpython", PAUSES, HELLO, collects=False),
    "python-allocator": Workload([PYTHON, WORK_PY, "allocate", "12000"], "cpython", PAUSES, ALLOCATOR),
    "python-flask": Workload([PYTHON, WORK_PY, "serve", "200"], "cpython", PAUSES, SERVICE),
    "go-hello": Workload([GO, "hello"], "go", PAUSES, HELLO, collects=False),
    "go-allocator": Workload([GO, "allocate", "4000"], "go", PAUSES, ALLOCATOR),
    # The user's own gctrace=0 stays in force: this is the cost of the probes alone.
    "go-allocator-stops": Workload([GO, "allocate", "4000"], "go", PAUSES, ALLOCATOR, {"GODEBUG": "gctrace=0"}),
    "go-http": Workload([GO, "serve", "12000"], "go", PAUSES, SERVICE),
    "jvm-hello": Workload(java("Work", "hello"), "jvm", PAUSES, HELLO, collects=False),
    "jvm-allocator": Workload(java("-Xmn16m", "Work", "allocate", "8000"), "jvm", PAUSES, ALLOCATOR),
    "jvm-http": Workload(java("Work", "serve", "800"), "jvm", PAUSES, SERVICE),
    "dotnet-hello": Workload(dotnet("AllocatingProgram", "small", "0"), "dotnet", DOTNET, HELLO, collects=False),
    "dotnet-small": Workload(dotnet("AllocatingProgram", "load", "small", "10000"), "dotnet", DOTNET, ALLOCATOR, GEN0_4_MB),
    "dotnet-mix": Workload(dotnet("AllocatingProgram", "load", "mix", "3000"), "dotnet", DOTNET, ALLOCATOR),
    "dotnet-web": Workload(dotnet("WebProgram", "load", "POST /garbage/1", "1500"), "dotnet", DOTNET_SERVICE, SERVICE),
    "dotnet-web-plain": Workload(dotnet("WebProgram", "load", "GET /plain", "12000"), "dotnet", DOTNET_SERVICE, SERVICE, collects=False),
}


def build(names):
    """Builds what the named workloads need, where its sources are newer than what is there."""
    os.makedirs(BUILT, exist_ok=True)
    programs = f"{HERE}/programs"
    parts = [("", f"{programs}/cputime.go", f"{BUILT}/cputime", ["go", "build", "-o", f"{BUILT}/cputime", f"{programs}/cputime.go"]),
             ("go", f"{programs}/work.go", GO, ["go", "build", "-o", GO, f"{programs}/work.go"]),
             ("jvm", f"{programs}/Work.java", f"{BUILT}/Work.class", ["javac", "-d", BUILT, f"{programs}/Work.java"])]
    for runtime, source, target, command in parts:
        needed = any(name.startswith(runtime) for name in names)
        if needed and (not os.path.exists(target) or os.path.getmtime(target) < os.path.getmtime(source)):
            subprocess.run(command, check=True)
    for program in ("AllocatingProgram", "WebProgram"):
        if any(f"{program}.dll" in word for name in names for word in WORKLOADS[name].command):
            subprocess.run(["dotnet", "build", "-c", "Release", f"{ROOT}/tests/programs/{program}", "-v", "quiet", "--nologo"],
                           check=True, stdout=sys.stderr)
