"""The recorded program does what the plain one does: every CPython at hand, each of what a callback in Python breaks.

    python3 -m unittest discover -s agents/python/tests
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

# Other threads collect while this one forks: a child must not inherit a collection under way.
FORKS = """
import gc, os, threading
class Node:
    def __init__(self): self.me = self
stop = False
def work():
    while not stop: Node()
threads = [threading.Thread(target=work) for _ in range(3)]
for thread in threads: thread.start()
dead = 0
for _ in range(30):
    child = os.fork()
    if child == 0:
        before = sum(g["collections"] for g in gc.get_stats())
        for _ in range(5000): Node()
        gc.collect()
        os._exit(1 if sum(g["collections"] for g in gc.get_stats()) == before else 0)
    dead += os.waitpid(child, 0)[1] != 0
stop = True
for thread in threads: thread.join()
print(dead)
"""

# A timer that ends inside a collection: what its handler raises must reach the program.
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

# Threads that only calculate: none of their work may lie within a pause.
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


def interpreters():
    """This interpreter, and with Debian's own all those of pyenv from 3.6 on."""
    yield sys.executable
    if sys.executable.startswith("/usr/"):
        for path in sorted(glob.glob(os.path.expanduser("~/.pyenv/versions/3.*/bin/python3"))):
            if int(path.split("/versions/3.")[1].split(".")[0]) >= 6:
                yield path


class Harmless(unittest.TestCase):
    def recorded(self, python, program):
        """What the program prints and the recordings it leaves."""
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

    def on_all(self, program, expected):
        for python in interpreters():
            with self.subTest(python=python):
                self.assertEqual(self.recorded(python, program)[0], expected)

    def test_forked_children_collect(self):
        self.on_all(FORKS, "0")

    def test_exceptions_of_signal_handlers_arrive(self):
        self.on_all(TIMEOUTS % "late", "8")

    def test_interrupts_arrive(self):
        self.on_all(TIMEOUTS % "signal.default_int_handler", "8")

    def test_exits_of_signal_handlers_arrive(self):
        self.on_all(TIMEOUTS % "lambda *_: __import__('sys').exit(0)", "8")

    def test_no_other_threads_work_lies_in_a_pause(self):
        import array
        import bisect
        for python in interpreters():
            with self.subTest(python=python):
                _, recordings = self.recorded(python, THREADS)
                ticks = array.array("q")
                with open(os.path.join(self.folder, "ticks"), "rb") as file:
                    ticks.frombytes(file.read())
                ordered = sorted(ticks)
                records = [r for r in recordings[0].records if r.ended]
                self.assertGreater(len(records), 50)
                inside = sum(bisect.bisect_left(ordered, r.end - 1000) - bisect.bisect_right(ordered, r.start + 1000) for r in records)
                self.assertLessEqual(inside, 1, "%d of %d ticks in %d pauses" % (inside, len(ordered), len(records)))


if __name__ == "__main__":
    unittest.main()
