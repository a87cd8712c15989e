"""Ends recorded programs of all runtimes, in order and by signals at random moments, and demands that nothing is changed
and nothing is left: exit code and output as without unpause, no process, no file, no folder.

    tests/soak/run [ENDS]      1,000 ends unless said otherwise; UNPAUSE=BINARY for another than ./unpause
"""
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

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
UNPAUSE = os.environ.get("UNPAUSE", os.path.join(ROOT, "unpause"))

# Each allocates, says so, waits until it is ended or its time is over, and ends with 7.
PYTHON = """
import gc, sys, time
until = time.time() + float(sys.argv[1])
print("ready", flush=True)
while time.time() < until:
    node = []; node.append(node)
print("done"); print("told", file=sys.stderr); sys.exit(7)
"""

GO = """
package main
import ("fmt"; "os"; "strconv"; "time")
var kept [][]byte
func main() {
    seconds, _ := strconv.ParseFloat(os.Args[1], 64)
    until := time.Now().Add(time.Duration(seconds * 1e9))
    fmt.Println("ready")
    for time.Now().Before(until) { kept = append(kept, make([]byte, 4096)); if len(kept) > 2000 { kept = nil } }
    fmt.Println("done"); fmt.Fprintln(os.Stderr, "told"); os.Exit(7)
}
"""

JAVA = """
import java.util.*;
class Ends {
    public static void main(String[] words) {
        long until = System.nanoTime() + (long) (Double.parseDouble(words[0]) * 1e9);
        System.out.println("ready");
        List<byte[]> kept = new ArrayList<>();
        while (System.nanoTime() < until) { kept.add(new byte[4096]); if (kept.size() > 2000) kept.clear(); }
        System.out.println("done"); System.err.println("told"); System.exit(7);
    }
}
"""

DOTNET = """
var until = DateTime.UtcNow.AddSeconds(double.Parse(args[0], System.Globalization.CultureInfo.InvariantCulture));
Console.WriteLine("ready");
var kept = new List<byte[]>();
while (DateTime.UtcNow < until) { kept.Add(new byte[4096]); if (kept.Count > 2000) kept.Clear(); }
Console.WriteLine("done"); Console.Error.WriteLine("told"); return 7;
"""

PROJECT = """<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework>
<ImplicitUsings>enable</ImplicitUsings><InvariantGlobalization>true</InvariantGlobalization></PropertyGroup></Project>"""


def build(folder):
    """The programs, as commands without their last word."""
    def write(name, text):
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
        return path

    def run(*command, **options):
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)

    programs = {"python": [sys.executable, write("ends.py", PYTHON)]}
    run("go", "build", "-o", os.path.join(folder, "ends"), write("ends.go", GO), env=dict(os.environ, GO111MODULE="off"))
    programs["go"] = [os.path.join(folder, "ends")]
    run("javac", "-d", folder, write("Ends.java", JAVA))
    programs["java"] = ["java", "-Xmx64m", "-cp", folder, "Ends"]
    write("dotnet/Program.cs", DOTNET)
    project, built = write("dotnet/ends.csproj", PROJECT), os.path.join(folder, "built")
    run("dotnet", "build", project, "-c", "Release", "-o", built, "-v", "quiet", "--nologo")
    programs["dotnet"] = ["dotnet", os.path.join(built, "ends.dll")]
    return programs


def processes_with(word):
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as file:
                if word.encode() in file.read():
                    found.append(int(path.split("/")[2]))
        except OSError:
            pass
    return [pid for pid in found if pid != os.getpid()]


# What Go's gc lines and their parts are made of.
GC_TEXT = re.compile(rb"(?:gc (?=\d)|ms clock|ms cpu|MB(?: goal| stacks| globals)?|P|\(forced\)|[mMgckp0-9@s%:+/.,> \n-])*")


class Soak:
    # What goes to unpause it must pass on; but for SIGKILL, after which the program goes on to its end as if nothing had been.
    LEFT_ALONE = ("unpause", signal.SIGKILL)
    SIGNALS = [
        None, None, ("program", signal.SIGKILL), ("program", signal.SIGTERM), ("unpause", signal.SIGTERM), ("unpause", signal.SIGINT),
        LEFT_ALONE]

    def __init__(self, folder, programs):
        self.folder, self.programs, self.faults = folder, programs, []
        self.temporary = os.path.join(folder, "tmp")
        os.mkdir(self.temporary)

    def warm(self):
        """Builds unpause where its sources are newer than its last build: what a build leaves is none of its doing."""
        subprocess.run([UNPAUSE, "--version"], check=True, stdout=subprocess.DEVNULL)

    def one(self, number):
        name = random.choice(sorted(self.programs))
        end = random.choice(self.SIGNALS)
        seconds = 0.3 if end is None else 0.6 if end == self.LEFT_ALONE else 30
        mark = "soak-mark-%d-%d" % (os.getpid(), number)
        command = [*self.programs[name], str(seconds), mark]
        environment = dict(os.environ, TMPDIR=self.temporary)
        process = subprocess.Popen(
            [UNPAUSE, "run", "-q", "--", *command], cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        first = process.stdout.readline()  # type: ignore[union-attr]
        if end is not None:
            time.sleep(random.random() * 0.25)
            targets = [pid for pid in processes_with(mark) if pid != process.pid]
            if end[0] == "unpause":
                process.send_signal(end[1])
            elif targets:
                os.kill(targets[0], end[1])
        try:
            out, errors = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            self.fault(number, name, end, "did not end")
            for pid in processes_with(mark):
                os.kill(pid, signal.SIGKILL)
            return
        if end == self.LEFT_ALONE:
            self.wait_for(lambda: not processes_with(mark))  # its streams may end a moment before it does
        self.check(number, name, end, process.returncode, first + out, errors, mark)

    @staticmethod
    def wait_for(condition, seconds=10):
        until = time.monotonic() + seconds
        while not condition() and time.monotonic() < until:
            time.sleep(0.02)

    def check(self, number, name, end, code, out, errors, mark):
        # A JVM and a .NET program handle SIGTERM and SIGINT themselves, and end with 128 + the signal's number too.
        expected = 7 if end is None else -signal.SIGKILL if end == self.LEFT_ALONE else 128 + end[1]
        if code != expected:
            self.fault(number, name, end, "exit code %d, expected %d; %r" % (code, expected, errors[-300:]))
        if not out.startswith(b"ready\n"):
            self.fault(number, name, end, "output %r" % out[:200])
        # Go's gc lines go on to come once nobody takes them out. The first may be the rest of one, what the program says may stand in the
        # middle of one, and its end may cut one, as without unpause.
        told = errors
        if end == self.LEFT_ALONE and errors.count(b"told\n") == 1 and GC_TEXT.fullmatch(errors.replace(b"told\n", b"")):
            told = b"told\n"
        if end in (None, self.LEFT_ALONE) and (out, told) != (b"ready\ndone\n", b"told\n"):
            self.fault(number, name, end, "output %r, %r" % (out[-200:], told[-200:]))
        left = processes_with(mark)
        if left:
            self.fault(number, name, end, "processes left: %s" % left)
        # What a killed .NET program leaves for its debugger it leaves without unpause too; and who is killed removes nothing.
        expected = []
        if end == self.LEFT_ALONE:
            expected += ["unpause-"]
        if end == self.LEFT_ALONE or (name == "dotnet" and end is not None):
            expected += ["dotnet-diagnostic-", "clr-debug-pipe-"]
        files = [file for file in os.listdir(self.temporary) if not file.startswith(tuple(expected))]
        if files:
            self.fault(number, name, end, "files left: %s" % files)
        for file in os.listdir(self.temporary):
            path = os.path.join(self.temporary, file)
            shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)

    def fault(self, number, name, end, text):
        self.faults.append("%d: %s, %s: %s" % (number, name, "in order" if end is None else "%s %s" % (end[0], end[1].name), text))
        print(self.faults[-1], flush=True)


def main():
    ends = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    random.seed(20261122)
    folder = tempfile.mkdtemp(prefix="soak-")
    try:
        soak = Soak(folder, build(folder))
        soak.warm()
        for number in range(ends):
            soak.one(number)
        # Kernel probes are closed by a shell that nobody waits for.
        soak.wait_for(lambda: not processes_with("read x"))
        if processes_with("read x"):
            soak.faults.append("shells left: %s" % processes_with("read x"))
            print(soak.faults[-1])
    finally:
        shutil.rmtree(folder)
    print("%d ends, %d faults" % (ends, len(soak.faults)))
    return 1 if soak.faults else 0


if __name__ == "__main__":
    sys.exit(main())
