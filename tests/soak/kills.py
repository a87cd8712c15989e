"""Kills recorders at random moments (SIGKILL of the first process alone) and demands that nothing of them is left: no process, no folder
after the next recording of the same target, no log, recording or mapping in the target, no output of the target's, and that it lives.

    tests/soak/kills [KILLS [MODE…]]      20 kills of each mode unless given otherwise; needs root, python3, go, java, dotnet
                                          UNPAUSE=BINARY for another than ./unpause, outside of /tmp
                                          PYTHON314=COMMAND, which sets its user, for the modes of CPython 3.14; left out without it; with
                                          PYTHON314_TMP=FOLDER where its /tmp is another, as below chroot
"""
import ctypes
import glob
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from soak import PYTHON, ROOT, UNPAUSE, build

LONG = "36000"
FOLDER = re.compile(r"\.?unpause-[0-9a-f]{20}")
# A folder is cleared by the next recorder once it is so old; see StaleFolders.Youngest.
OLD_SECONDS = 11
PR_SET_CHILD_SUBREAPER = 36

# What is recorded: the target's runtime (None: CMD is started), and the arguments before the process or the command.
MODES = {
    "run-go": ("go", None, ["run", "-q", "--"]),
    "run-java": ("java", None, ["run", "-q", "--"]),
    "run-dotnet": ("dotnet", None, ["run", "-q", "--"]),
    "run-python": ("python", None, ["run", "-q", "--"]),
    "run-cycles": ("python", None, ["run", "-q", "--cycles", "--"]),
    "run-perf": ("go", None, ["run", "-q", "--perf", "--"]),
    "run-keep": ("java", None, ["run", "-q", "--keep", "kept", "--"]),
    "record-go": ("go", 65534, ["record", "--for", "300ms", "-q"]),
    "record-java": ("java", 65534, ["record", "--for", "300ms", "-q"]),
    "record-dotnet": ("dotnet", 65534, ["record", "--for", "300ms", "-q"]),
    "record-python": ("python", 65534, ["record", "--for", "300ms", "-q"]),
    "record-perf": ("go", 0, ["record", "--for", "300ms", "-q", "--perf"]),
    "record-python314": ("python314", 0, ["record", "--for", "300ms", "-q"]),
    "cycles-python314": ("python314", 0, ["cycles", "--for", "300ms"]),
    "heap-python314": ("python314", 0, ["heap"]),
    "heap-java": ("java", 65534, ["heap", "--yes"]),
    "heap-dotnet": ("dotnet", 65534, ["heap", "--yes"]),
    "ps": (None, None, ["ps"]),
    "doctor": ("java", 65534, ["doctor"]),
    "report": (None, None, ["report", "-q", os.path.join(ROOT, "samples")]),
}


def descendants(of):
    """Processes below one. Orphans of ours come to us, because we are their subreaper."""
    parents = {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                text = file.read()
        except OSError:
            continue
        fields = text[text.rindex(")") + 2:].split()
        if fields[0] != "Z":
            parents[int(text.split(" ", 1)[0])] = int(fields[1])
    found, left = [], [of]
    while left:
        parent = left.pop()
        children = [process for process, its in parents.items() if its == parent]
        found += children
        left += children
    return found


def reap():
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def words_of(process):
    try:
        with open("/proc/%d/cmdline" % process, "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()
    except OSError:
        return ""


def sockets_of(process):
    number = 0
    for entry in glob.glob("/proc/%d/fd/*" % process):
        try:
            number += os.readlink(entry).startswith("socket:")
        except OSError:
            pass
    return number


class Kills:
    def __init__(self, folder, programs):
        self.folder, self.programs, self.faults = folder, programs, []
        self.places = ["/tmp", "/var/tmp", *filter(None, [os.environ.get("PYTHON314_TMP")])]
        os.mkdir(os.path.join(folder, "kept"))
        self.environment = dict(os.environ, TMPDIR="/tmp", DOTNET_CLI_HOME=folder)

    def fault(self, mode, text):
        self.faults.append("%s: %s" % (mode, text))
        print(self.faults[-1], flush=True)

    def target(self, runtime, user):
        """Starts a program of another user, whose output goes to files."""
        out, errors = (open(os.path.join(self.folder, "target." + name), "wb") for name in ("out", "err"))
        command = [*self.programs[runtime], LONG]
        if user:
            command = ["setpriv", "--reuid", str(user), "--regid", str(user), "--clear-groups", *command]
        process = subprocess.Popen(command, cwd=self.folder, stdout=out, stderr=errors, env=dict(self.environment, HOME="/tmp"))
        until = time.monotonic() + 30
        while os.path.getsize(out.name) == 0 and time.monotonic() < until:
            time.sleep(0.05)
        time.sleep(0.5)
        return process

    def start(self, arguments, errors=subprocess.DEVNULL):
        return subprocess.Popen(
            [UNPAUSE, *arguments], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=errors, start_new_session=True)

    def mode(self, name, kills):
        runtime, user, words = MODES[name]
        isRun = words[0] == "run"
        target = self.target(runtime, user) if runtime and not isRun else None
        arguments = words + ([str(target.pid)] if target else [*self.programs[runtime], "0.3"] if isRun else [])
        mine = set(descendants(os.getpid()))
        if target and runtime == "java":
            # It listens for jcmd from the first time on.
            subprocess.run(
                ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "jcmd", str(target.pid), "VM.version"],
                stdout=subprocess.DEVNULL, env=dict(self.environment, HOME="/tmp"))
        before = sockets_of(target.pid) if target else 0
        started = time.monotonic()
        with tempfile.TemporaryFile() as errors:
            code = self.start(arguments, errors).wait(timeout=120)
            # run passes the program's own code on; some of the samples are cut.
            if code != {"run": 7, "report": 4}.get(words[0], 0):
                errors.seek(0)
                self.fault(name, "ended with %d, not killed: %s" % (code, errors.read(2000).decode(errors="replace")))
        usual = time.monotonic() - started
        for number in range(kills):
            recorder = self.start(arguments)
            moment = random.random() * usual
            time.sleep(moment)
            recorder.kill()
            recorder.wait()
            self.processes_end(name, mine, isRun, "after %.3f s" % moment)
        time.sleep(OLD_SECONDS)
        if words[0] in ("ps", "doctor", "report"):
            arguments = ["run", "-q", "--", *self.programs["go"], "0"]
        last = self.start(arguments)
        last.wait(timeout=120)
        self.processes_end(name, mine, isRun, "at the end")
        left = [os.path.join(place, path) for place in [*self.places, os.path.join(self.folder, "kept")]
                for path in os.listdir(place) if FOLDER.fullmatch(path)]
        if left:
            self.fault(name, "folders left: %s" % [(path, os.listdir(path)) for path in left])
            for path in left:
                shutil.rmtree(path, ignore_errors=True)
        if target:
            self.check_target(name, runtime, target, before)
        print("%s: %d kills in %.1f s each" % (name, kills, usual), flush=True)

    def processes_end(self, name, mine, isRun, when):
        until = time.monotonic() + (10 if isRun else 4)
        while True:
            left = [process for process in descendants(os.getpid()) if process not in mine]
            if not left or time.monotonic() > until:
                break
            time.sleep(0.02)
            reap()
        if left:
            self.fault(name, "processes left %s: %s" % (when, [words_of(process) for process in left]))
            for process in left:
                try:
                    os.kill(process, signal.SIGKILL)
                except OSError:
                    pass
        reap()

    def check_target(self, name, runtime, target, before):
        if target.poll() is not None:
            self.fault(name, "the target ended with %d" % target.returncode)
            return
        with open("/proc/%d/maps" % target.pid) as maps:
            # An extension module can't be unloaded; its file must be gone.
            ours = [line for line in maps if "unpause" in line and not (runtime == "python314" and line.endswith("(deleted)\n"))]
        if ours:
            self.fault(name, "mappings left: %s" % ours[:3])
        files = []
        for entry in glob.glob("/proc/%d/fd/*" % target.pid):
            try:
                files.append(os.readlink(entry))
            except OSError:
                pass
        if any("unpause" in path for path in files):
            self.fault(name, "files left open: %s" % [path for path in files if "unpause" in path])
        # A recorder's session has a connection.
        sockets = sockets_of(target.pid)
        if sockets > before:
            self.fault(name, "%d sockets instead of %d" % (sockets, before))
        if runtime == "java":
            asked = subprocess.run(
                ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "jcmd", str(target.pid), "VM.log", "list"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=dict(self.environment, HOME="/tmp"))
            if "unpause" in asked.stdout or asked.returncode:
                self.fault(name, "VM.log list: %s" % asked.stdout)
            asked = subprocess.run(
                ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "jcmd", str(target.pid), "JFR.check"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=dict(self.environment, HOME="/tmp"))
            if "No available recordings" not in asked.stdout:
                self.fault(name, "JFR.check: %s" % asked.stdout)
        for end in ("out", "err"):
            with open(os.path.join(self.folder, "target." + end), "rb") as file:
                text = file.read()
            if text != (b"ready\n" if end == "out" else b""):
                self.fault(name, "the target wrote %r" % text[:300])
        target.kill()
        target.wait()


def in_own_tmp():
    """Starts this again where /tmp and /var/tmp are its own: others' recorders may be at work on this machine."""
    script = 'mount -t tmpfs -o mode=1777 t /tmp && mount -t tmpfs -o mode=1777 t /var/tmp && exec "$@"'
    os.environ["UNPAUSE_KILLS"] = "1"
    os.execvp("unshare", ["unshare", "--mount", "sh", "-c", script, "sh", sys.executable, *sys.argv])


def main():
    if os.geteuid() != 0:
        sys.exit("tests/soak/kills needs root")
    if "UNPAUSE_KILLS" not in os.environ:
        in_own_tmp()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    random.seed(int(os.environ.get("SEED", "37")))
    folder = tempfile.mkdtemp(prefix="kills-", dir="/var/tmp")
    os.chmod(folder, 0o755)
    tests = Kills(folder, build(folder))
    subprocess.run(["chmod", "-R", "a+rX", folder], check=True)
    if "PYTHON314" in os.environ:
        tests.programs["python314"] = [*os.environ["PYTHON314"].split(), "-u", "-c", PYTHON]
    for name in sys.argv[2:] or MODES:
        if MODES[name][0] == "python314" and "PYTHON314" not in os.environ:
            print("%s: left out, needs PYTHON314" % name)
            continue
        tests.mode(name, kills)
    events = subprocess.run(["cat", "/sys/kernel/tracing/uprobe_events"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    if "unpause" in events.stdout:
        tests.fault("all", "uprobe_events: %s" % events.stdout)
    print("%d faults" % len(tests.faults))
    return 1 if tests.faults else 0


if __name__ == "__main__":
    sys.exit(main())
