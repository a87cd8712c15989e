"""The recorded program behaves like the plain one: with every installed CPython, in each case that a callback in Python breaks.

    python3 -m unittest discover -s agents/python/tests

Other CPythons (Debian sid's, musl's, arm64's, free-threaded ones) are taken from the folder that UNPAUSE_PYTHONS names, or from
roots/bin next to the checkout; ./other-pythons builds them. Missing ones are skipped and counted.
"""
import glob
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from upgc import Recording

AGENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Other threads collect while this one forks: a child must not inherit a running collection.
FORKS = """
import gc, multiprocessing, os, threading
class Node:
    def __init__(self): self.me = self
stop = False
def work():
    while not stop: Node()
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads: thread.start()
def is_dead():
    before = sum(g["collections"] for g in gc.get_stats())
    for _ in range(5000): Node()
    gc.collect()
    return sum(g["collections"] for g in gc.get_stats()) == before
def worker(): os._exit(is_dead())
dead = 0
for _ in range(25):
    child = os.fork()
    if child == 0: os._exit(is_dead())
    dead += os.waitpid(child, 0)[1] != 0
for _ in range(5):
    child = multiprocessing.get_context("fork").Process(target=worker)
    child.start()
    child.join()
    dead += child.exitcode != 0
stop = True
for thread in threads: thread.join()
print(dead)
"""

# A timer that ends inside a collection: the exception of its handler must reach the program.
TIMEOUTS = """
import gc, signal
class Timeout(Exception): pass
def late(number, frame): raise Timeout
signal.signal(signal.SIGALRM, %s)
keep = [[i] for i in range(300000)]
delivered = 0
for _ in range(8):
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.008)
        gc.collect(); gc.collect()
        for _ in range(200000): pass
    except (Timeout, KeyboardInterrupt, SystemExit):
        delivered += 1
print(delivered)
"""

# Threads that only calculate: none of their work may be inside a pause.
THREADS = """
import array, os, threading, time
class Node:
    def __init__(self): self.me = self
stop, ticks = False, [array.array("q") for _ in range(3)]
def work(own):
    now, add = time.perf_counter, own.append
    while not stop:
        for _ in range(500): pass
        add(int(now() * 1e9))
threads = [threading.Thread(target=work, args=(own,)) for own in ticks]
for thread in threads: thread.start()
for _ in range(150000): Node()
stop = True
for thread in threads: thread.join()
with open("ticks", "wb") as file:
    for own in ticks: own.tofile(file)
"""


OTHERS = os.environ.get("UNPAUSE_PYTHONS") or os.path.join(AGENT, "..", "..", "..", "roots", "bin")
OTHER_PYTHONS = (
    "python3.13-sid", "python3.14-sid", "python3.15-sid", "python3.11-arm64", "python3.13-musl", "python3.13-free-threaded")


def interpreters():
    """This interpreter, and if it is Debian's, all of pyenv from 3.6 on."""
    yield sys.executable
    if sys.executable.startswith("/usr/"):
        for path in sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python3"))):
            if int(path.split("/versions/3.")[1].split(".")[0]) >= 6:
                yield path


def is_free_threaded(python):
    return "t" in subprocess.run(
        [python, "-Sc", "import sys; print(sys.abiflags)"], stdout=subprocess.PIPE, universal_newlines=True, check=True).stdout


class Recorded(unittest.TestCase):
    def recorded(self, python, program):
        """The program's output and its recordings."""
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        environment = dict(os.environ, PYTHONPATH=AGENT, UNPAUSE_RECORDING_DIR=folder, PYTHONWARNINGS="ignore")
        environment.pop("UNPAUSE_PYTHON_AGENT", None)
        self.folder = folder
        done = subprocess.run(
            [python, "-c", program], env=environment, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            universal_newlines=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        recordings = [Recording(path) for path in glob.glob(os.path.join(folder, "*.upgc"))]
        self.assertTrue(recordings and all(one.facts["agent"] == "c" for one in recordings))
        return done.stdout.strip(), recordings

    def threads(self, python):
        import array
        import bisect
        _, recordings = self.recorded(python, THREADS)
        ticks = array.array("q")
        with open(os.path.join(self.folder, "ticks"), "rb") as file:
            ticks.frombytes(file.read())
        ordered = sorted(ticks)
        records = [r for r in recordings[0].records if r.ended]
        self.assertGreater(len(records), 50)
        inside = sum(bisect.bisect_left(ordered, r.end - 1000) - bisect.bisect_right(ordered, r.start + 1000) for r in records)
        self.assertLessEqual(inside, 1, "%d of %d ticks in %d pauses" % (inside, len(ordered), len(records)))


class Harmless(Recorded):
    def on_all(self, program, expected):
        for python in interpreters():
            with self.subTest(python=python):
                self.assertEqual(self.recorded(python, program)[0], expected)

    @unittest.skipIf(is_free_threaded(sys.executable), "free-threaded builds fork children without a collector by themselves")
    def test_forked_children_collect(self):
        self.on_all(FORKS, "0")

    def test_exceptions_of_signal_handlers_arrive(self):
        self.on_all(TIMEOUTS % "late", "8")

    def test_interrupts_arrive(self):
        self.on_all(TIMEOUTS % "signal.default_int_handler", "8")

    def test_exits_of_signal_handlers_arrive(self):
        self.on_all(TIMEOUTS % "lambda *_: __import__('sys').exit(0)", "8")

    @unittest.skipIf(is_free_threaded(sys.executable), "free-threaded builds let other threads run in parts of a collection")
    def test_no_other_threads_work_lies_in_a_pause(self):
        for python in interpreters():
            with self.subTest(python=python):
                self.threads(python)


@unittest.skipUnless(sys.executable.startswith("/usr/"), "is tested with Debian's own")
class HarmlessElsewhere(Recorded):
    """All of the above in one rare interpreter."""

    def python(self, name):
        path = os.path.abspath(os.path.join(OTHERS, name))
        if not os.path.exists(path):
            self.skipTest("no %s at hand: agents/python/tests/other-pythons makes it" % name)
        return path

    def check(self, name):
        python = self.python(name)
        for handler in ("late", "signal.default_int_handler", "lambda *_: __import__('sys').exit(0)"):
            self.assertEqual(self.recorded(python, TIMEOUTS % handler)[0], "8", handler)
        if is_free_threaded(python):
            return
        self.assertEqual(self.recorded(python, FORKS)[0], "0")
        self.threads(python)

    def test_free_threaded_builds_stay_without_a_gil(self):
        python = self.python("python3.13-free-threaded")
        said, recordings = self.recorded(python, "import gc, sys; gc.collect(); print(sys._is_gil_enabled())")
        self.assertEqual((said, recordings[0].flags), ("False", 1 | 4))


for one in OTHER_PYTHONS:
    setattr(HarmlessElsewhere, "test_" + one.replace("-", "_").replace(".", "_"), lambda self, one=one: self.check(one))


if __name__ == "__main__":
    unittest.main()
