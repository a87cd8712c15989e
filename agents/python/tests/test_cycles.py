"""Garbage snapshots (native/unpause_cycles.c, unpause_saveall.py) compared with the collector's own counts, and their harmlessness."""
import collections
import os
import struct
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
AGENT = os.path.dirname(HERE)
LAB = os.path.join(AGENT, "..", "..", "labs", "recommendations")
OLD = sys.version_info < (3, 8)
FREE_THREADED = "free-threading build" in sys.version

SHAPES = """
    import collections, functools, gc, sys, weakref
    class Node:
        def __init__(self): self.me = self; self.kids = [self, {"a": self}]; self.text = "x" * 1000
    class Slots:
        __slots__ = ("other", "__weakref__")
    class Named(dict): pass
    def slots():
        a = Slots(); b = Slots(); a.other = b; b.other = a
        return weakref.ref(a)
    def closure():
        def inner(n): return n and inner(n - 1)
    def caught():
        try: raise ValueError("x")
        except ValueError as error: kept = error
    def suspended():
        def walk(): yield box
        box = [walk()]; next(box[0])
    def subclass():
        n = Named(); n["self"] = n; n.attribute = [n]
    def deep():
        last = first = []
        for _ in range(3000): last = [last]
        first.append(last)
    def method():
        n = Node(); n.bound = n.__init__
    def sets():
        n = Node(); n.set = {n, frozenset([n])}; n.queue = collections.deque([n]); n.part = functools.partial(print, n)
    def resurrected():
        class Back:
            def __del__(self): keep.append(self)
        b = Back(); b.b = b
    def klass():
        type("Made", (Node,), {"x": property(lambda self: 1)})
    def alive():
        n = Node(); keep.append(n.kids)
    keep = []
    MAKERS = (slots, closure, caught, subclass, deep, method, sets, klass, alive, Node)
"""


class Files:
    """The snapshots in a folder."""

    def __init__(self, folder):
        self.folder = folder

    def settle(self, seconds=30):
        """Waits until no snapshot is being written."""
        until = time.time() + seconds
        while time.time() < until:
            if all(self.is_done(*entry[:2]) for entry in self.entries()):
                return
            time.sleep(0.02)
        raise AssertionError("looks did not end: %s" % os.listdir(self.folder))

    def is_done(self, base, entry):
        if os.path.exists("%s-%d.upcy" % (base, entry[0])):
            return True
        try:
            with open("/proc/%d/stat" % entry[4]) as stat:
                return stat.read().rsplit(")", 1)[1].split()[0] == "Z"
        except OSError:
            return True

    def entries(self):
        """For each snapshot its process's files and its entry in them."""
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".upcc"):
                with open(os.path.join(self.folder, name), "rb") as file:
                    content = file.read()
                for index in range(96):
                    entry = struct.unpack_from("<IIqIIQQ", content, 256 + 40 * index)
                    if entry[0]:
                        yield os.path.join(self.folder, name[:-5]), entry

    def looks(self):
        """For each complete snapshot its entry, and its lines as lists of fields."""
        for base, entry in self.entries():
            try:
                with open("%s-%d.upcy" % (base, entry[0]), encoding="utf-8") as file:
                    yield entry, [line.rstrip("\n").split("\t") for line in file]
            except FileNotFoundError:
                pass


def edges(lines):
    """Names of types with their references and the kinds of these."""
    types = {line[1]: line[2] for line in lines if line[0] == "t"}
    kinds = [types[line[1]] for line in lines if line[0] == "o"]
    return {(kinds[int(line[1])].split(".")[-1], line[3] + line[4], kinds[int(line[2])].split(".")[-1]) for line in lines if line[0] == "e"}


@unittest.skipIf(OLD or FREE_THREADED, "looks need CPython 3.8 with a GIL")
class LookTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.files = Files(self.folder.name)

    def run_program(self, text, options="96,1,20,5000000,100000,1", more=(), timeout=120):
        environment = {
            **os.environ, "PYTHONPATH": AGENT, "UNPAUSE_RECORDING_DIR": self.folder.name, "UNPAUSE_CYCLES": options, **dict(more)}
        result = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(text)], env=environment, timeout=timeout, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.files.settle()
        return result

    def test_every_snapshot_contains_what_the_collection_frees(self):
        result = self.run_program(SHAPES + """
    import random, time
    source = random.Random(7)
    gc.disable()
    for turn in range(40):
        for _ in range(source.randrange(30)): source.choice(MAKERS)()
        time.sleep(0.05)
        gc.collect(source.randrange(3))
""")
        self.assertEqual((0, b""), (result.returncode, result.stderr))
        looks = [(entry, lines) for entry, lines in self.files.looks() if entry[1] < 256]
        self.assertGreater(len(looks), 10)
        total = 0
        for entry, lines in looks:
            found = int(lines[-1][2])
            self.assertEqual("z", lines[-1][0])
            self.assertEqual(found, entry[5])
            total += found
        self.assertGreater(total, 1000)

    def test_recorded_pause_starts_after_the_snapshot(self):
        result = self.run_program("""
    import gc, time
    assert [one.__name__ for one in gc.callbacks] == ["unpause_on_cycles", "unpause_on_collection"], gc.callbacks
    kept = [[i] for i in range(300000)]
    gc.disable()
    for turn in range(20): time.sleep(0.05); gc.collect(turn % 2)
""")
        self.assertEqual((0, b""), (result.returncode, result.stderr))
        record, = [name for name in os.listdir(self.folder.name) if name.endswith(".upgc")]
        with open(os.path.join(self.folder.name, record), "rb") as file:
            content = file.read()
        begun, = struct.unpack_from("<Q", content, 48)
        starts = [struct.unpack_from("<q", content, 16384 + 64 * index + 8)[0] for index in range(begun)]
        made = [(when, when + still) for _, (_, what, when, still, _, _, _) in self.files.entries() if what < 256]
        self.assertGreater(len(made), 1)
        for when, until in made:
            self.assertFalse([start for start in starts if when <= start < until])
            self.assertTrue([start for start in starts if until <= start])

    def test_objects_resurrected_or_freed_by_finalizers_are_garbage(self):
        result = self.run_program(SHAPES + """
    import time
    gc.disable()
    for _ in range(8): resurrected(); suspended(); time.sleep(0.05); gc.collect()
    assert len(keep) == 8 and all(one.b is one for one in keep)
""")
        self.assertEqual((0, b""), (result.returncode, result.stderr))
        looks = [(entry, lines) for entry, lines in self.files.looks() if entry[1] < 256]
        found = [(int(lines[-1][2]), entry[5]) for entry, lines in looks]
        self.assertTrue(all(seen >= freed for seen, freed in found) and any(seen > freed for seen, freed in found), found)

    def test_names_are_those_of_the_program(self):
        result = self.run_program(SHAPES + """
    gc.collect(); gc.disable()
    for make in (slots, closure, caught, subclass, method, Node): make()
""")
        self.assertEqual(0, result.returncode, result.stderr)
        lines = [lines for entry, lines in self.files.looks() if entry[1] >> 8 == 2][-1]
        found = edges(lines)
        for edge in (
                ("Slots", "aother", "Slots"), ("function", "a__closure__", "tuple"), ("cell", "acell_contents", "function"),
                ("ValueError", "a__traceback__", "traceback"), ("traceback", "atb_frame", "frame"), ("frame", "lkept", "ValueError"),
                ("Named", "kself", "Named"), ("method", "a__self__", "Node"), ("list", "i0", "Node"), ("dict", "ka", "Node")):
            self.assertIn(edge, found)
        direct = ("Node", "ame", "Node") in found and ("Node", "akids", "list") in found
        self.assertTrue(direct or {("Node", "a__dict__", "dict"), ("dict", "kme", "Node"), ("dict", "kkids", "list")} <= found, found)
        self.assertTrue(any("closure" in field or "inner" in field for line in lines if line[0] == "o" for field in line[5:7]))

    def test_the_labs_cycle_is_what_saveall_keeps(self):
        work = """
    import gc, sys
    sys.path.insert(0, %r)
    from pipeline import Catalogue, Pipeline
    catalogue = Catalogue(500)
    gc.collect(); gc.disable()
    def serve(user):
        pipeline = Pipeline(catalogue, user, 40)
        candidates = []
        for step in Pipeline.STEPS:
            candidates = step(pipeline, candidates)
            pipeline.keep(step.__name__, candidates)
    for user in range(50): serve(user)
""" % LAB
        result = self.run_program(work)
        self.assertEqual(0, result.returncode, result.stderr)
        lines = [lines for entry, lines in self.files.looks() if entry[1] >> 8 == 2][-1]
        types = {line[1]: line[2].split(".")[-1] for line in lines if line[0] == "t"}
        seen = {types[line[1]]: int(line[2]) for line in lines if line[0] == "c"}
        truth = subprocess.run([sys.executable, "-c", textwrap.dedent(work + """
    gc.set_debug(gc.DEBUG_SAVEALL); gc.collect(); gc.set_debug(0)
    import collections
    print(sorted(collections.Counter(type(one).__name__ for one in gc.garbage).items()))
""")], stdout=subprocess.PIPE, check=True).stdout.decode()
        self.assertEqual(truth.strip(), str(sorted(seen.items())))
        self.assertEqual(300, seen["StepSnapshot"])

    def test_finalizers_run_once_and_in_the_program(self):
        log = os.path.join(self.folder.name, "log.txt")
        result = self.run_program("""
    import atexit, gc, os, time
    log = os.open(%r, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    class Loud:
        def __init__(self, number): self.number, self.me = number, self
        def __del__(self): os.write(log, b"%%d %%d\\n" %% (os.getpid(), self.number))
    for number in range(2000):
        Loud(number)
        if number %% 100 == 0: time.sleep(0.02); gc.collect(number // 100 %% 3)
    atexit.register(lambda: os.write(log, b"exit %%d\\n" %% os.getpid()))
    os.register_at_fork(after_in_child=lambda: os.write(log, b"forked\\n"))
    gc.collect()
    print(os.getpid())
""" % log)
        self.assertEqual((0, b""), (result.returncode, result.stderr))
        pid = result.stdout.split()[0]
        with open(log, "rb") as file:
            lines = file.read().split(b"\n")[:-1]
        self.assertEqual(b"exit " + pid, lines[-1])
        self.assertEqual(sorted(b"%s %d" % (pid, number) for number in range(2000)), sorted(lines[:-1]))
        self.assertGreater(len(list(self.files.looks())), 3)

    def test_snapshot_outside_a_collection_starts_none(self):
        marks = os.path.join(self.folder.name, "finalized")
        result = self.run_program("""
    import atexit, gc, os, sys
    class Loud:
        def __init__(self): self.me = self
        def __del__(self):
            file = os.open(%r, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            os.write(file, b"%%d\\n" %% os.getpid())
            os.close(file)
    gc.disable()
    for _ in range(50): Loud()
    def near():
        gc.enable()
        gc.set_threshold(gc.get_count()[0] + 12)
    atexit.register(near)
    print(os.getpid())
    """ % marks)
        with open(marks, "rb") as file:
            self.assertEqual(set(file.read().split()), {result.stdout.strip()}, result.stderr)
        self.assertEqual(len(list(self.files.looks())), 1)
        # A collection in the child would take a snapshot of itself.
        self.assertEqual(len([name for name in os.listdir(self.folder.name) if name.endswith(".upcc")]), 1)

    def test_threads_continue_and_no_snapshot_hangs(self):
        result = self.run_program("""
    import gc, hashlib, threading, time
    stop = False
    done = [0] * 4
    def work(index):
        while not stop:
            hashlib.sha256(b"x" * 100000).hexdigest()
            box = []; box.append(box)
            done[index] += 1
    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads: thread.start()
    for _ in range(300): gc.collect(1); time.sleep(0.01)
    stop = True
    for thread in threads: thread.join()
    print(min(done))
""", options="96,1,5")
        self.assertEqual((0, b""), (result.returncode, result.stderr))
        self.assertGreater(int(result.stdout), 0)
        entries = list(self.files.entries())
        looks = list(self.files.looks())
        self.assertGreater(len(entries), 10)
        self.assertGreater(len(looks), len(entries) * 0.9)

    def test_the_program_sees_no_child(self):
        result = self.run_program("""
    import gc, os, signal, subprocess, time
    seen = []
    signal.signal(signal.SIGCHLD, lambda *_: seen.append(1))
    read, write = os.pipe()
    for _ in range(20):
        box = []; box.append(box); gc.collect(); time.sleep(0.02)
    try:
        os.waitpid(-1, 0)
        print("a child")
    except ChildProcessError:
        print("no child")
    os.close(write)
    print(os.read(read, 1), len(seen), subprocess.call(["true"]), len(seen))
""")
        self.assertEqual(b"no child\nb'' 0 0 1\n", result.stdout, result.stderr)
        self.assertGreater(len(list(self.files.looks())), 3)

    def test_a_program_without_cycles_has_none(self):
        result = self.run_program("""
    import gc
    kept = [[number] for number in range(100000)]
    raise SystemExit(7)
""")
        self.assertEqual((7, b"", b""), (result.returncode, result.stdout, result.stderr))
        self.assertEqual({0}, {int(lines[-1][2]) for _, lines in self.files.looks()})

    def test_a_forked_child_has_files_of_its_own(self):
        result = self.run_program("""
    import gc, os, time
    gc.collect()
    if os.fork() == 0:
        for _ in range(5):
            box = []; box.append(box); gc.collect(); time.sleep(0.05)
        os._exit(0)
    os.wait()
""")
        self.assertEqual(0, result.returncode, result.stderr)
        bases = {base for base, _ in self.files.entries()}
        self.assertEqual(2, len(bases))

    def test_request_starts_snapshots_and_none_are_taken_before(self):
        result = self.run_program("""
    import gc, glob, os, struct, time
    control = glob.glob(os.path.join(os.environ["UNPAUSE_RECORDING_DIR"], "*.upcc"))[0]
    def run(seconds):
        until = time.time() + seconds
        while time.time() < until:
            box = []; box.append(box); gc.collect(0); time.sleep(0.01)
    def samples():
        with open(control, "rb") as file: return struct.unpack_from("<I", file.read(), 48)[0]
    run(0.3); print(samples())
    with open(control, "r+b") as file:
        file.seek(44); file.write(struct.pack("<I", 1 << 8 | 3))
    run(3); print(samples())
""", options="0,1,20")
        before, after = map(int, result.stdout.split())
        self.assertEqual((0, 3), (before, after), result.stderr)

    def test_tracemalloc_gives_allocation_sites(self):
        result = self.run_program("""
    import gc
    gc.collect(); gc.disable()
    class Node: __slots__ = ("me",)
    def make():
        node = Node(); node.me = node
    make()
""", more={"PYTHONTRACEMALLOC": "3"})
        self.assertEqual(0, result.returncode, result.stderr)
        lines = [lines for entry, lines in self.files.looks() if entry[1] >> 8 == 2][-1]
        self.assertTrue(any(line[0] == "o" and "<string>:6" in line[7] for line in lines), lines)


@unittest.skipIf(FREE_THREADED, "free-threaded builds are not tried")
class SaveAllTests(unittest.TestCase):
    def test_script_is_inspected_in_its_own_process(self):
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "script.py")
            with open(script, "w") as file:
                file.write(textwrap.dedent("""
                    import gc, sys, time
                    died = []
                    until = time.time() + 3
                    class Node:
                        def __init__(self): self.me = self; self.kids = [self]
                        def __del__(self): died.append(1)
                    made = 0
                    while time.time() < until: Node(); made += 1
                    gc.collect(); gc.collect()
                    print(len(died) - made, gc.garbage, gc.get_debug())
                """))
            code = "import runpy, unpause_saveall as s; s.watch(%r, (96, 1000000, 20, 1, 5000, 0)); runpy.run_path(%r)" % (folder, script)
            result = subprocess.run(
                [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": AGENT}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            self.assertEqual(b"0 [] 0\n", result.stdout, result.stderr)
            looks = list(Files(folder).looks())
            self.assertGreater(len(looks), 0)
            for entry, lines in looks:
                self.assertEqual(entry[5], int(lines[-1][2]))
            kinds = collections.Counter()  # type: collections.Counter
            for _, lines in looks:
                kinds.update(edge[1] for edge in edges(lines) if edge[0] == "Node")
            self.assertIn("ame", kinds)


if __name__ == "__main__":
    unittest.main()
