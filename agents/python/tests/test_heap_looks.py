"""Heap snapshots (native/heap_look.h) compared with the program's own counts, and their harmlessness."""
import collections
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

from test_cycles import AGENT, FREE_THREADED, OLD, Files

LOOK = """
    import collections, gc, glob, json, os, signal, sys, threading, time
    def look():
        before = len(glob.glob(os.environ["UNPAUSE_RECORDING_DIR"] + "/*.upcy"))
        for callback in gc.callbacks:
            if callback.__name__ == "unpause_on_cycles": callback("heap", {"generation": 2})
        while len(glob.glob(os.environ["UNPAUSE_RECORDING_DIR"] + "/*.upcy")) == before: time.sleep(0.01)
        time.sleep(0.1)
    def names(objects): return collections.Counter(
        (type(one).__module__ + "." if type(one).__module__ != "builtins" else "") + type(one).__qualname__ for one in objects)
"""


class Heap:
    """A look's lines."""

    def __init__(self, lines):
        self.lines = lines
        self.types = {line[1]: line[2] for line in lines if line[0] == "t"}
        self.counts = {self.types[line[1]]: [int(field) for field in line[2:]] for line in lines if line[0] == "h"}
        self.objects = [(self.types[line[1]], line[5]) for line in lines if line[0] == "o"]
        self.edges = collections.defaultdict(set)
        for line in lines:
            if line[0] == "e":
                self.edges[int(line[1]), int(line[2])].add(line[3] + line[4])
        self.end = [int(field) for field in lines[-1][1:]]

    def ways(self, kind, type_name):
        """Of each way to an object of a type its root, and what refers to what on it."""
        for line in self.lines:
            if line[0] != kind:
                continue
            way = [int(number) for number in line[5].split(" ")]
            if self.objects[way[-1]][0] == type_name:
                yield line[1:5] + [self.objects[way[0]]], [min(self.edges[pair]) for pair in zip(way, way[1:])]


@unittest.skipIf(OLD or FREE_THREADED, "looks need CPython 3.8 with a GIL")
class HeapLookTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_program(self, text, options="0,1,20,5000000,100000,0"):
        environment = {**os.environ, "PYTHONPATH": AGENT, "UNPAUSE_RECORDING_DIR": self.folder.name, "UNPAUSE_CYCLES": options}
        result = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(LOOK + text)], env=environment, timeout=60, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.assertEqual((0, b""), (result.returncode, result.stderr))
        Files(self.folder.name).settle()
        self.heaps = [Heap(lines) for entry, lines in Files(self.folder.name).looks() if entry[1] >> 8 == 3]
        return result.stdout.decode()

    def test_objects_and_garbage_are_those_that_the_program_counts(self):
        printed = json.loads(self.run_program("""
    class Node: pass
    class Slots: __slots__ = ("other", "__weakref__")
    kept = [Node() for _ in range(5000)] + [Slots() for _ in range(700)]
    gc.collect(); gc.disable()
    for _ in range(300):
        a = Node(); a.b = Slots(); a.b.other = a; a.list = [a]
    del a
    counted = names(gc.get_objects())
    look()
    print(json.dumps([counted, gc.collect()]))
"""))
        heap = self.heaps[0]
        for name in ("__main__.Node", "__main__.Slots", "function", "type", "module"):
            self.assertEqual(printed[0][name], heap.counts[name][0], name)
        self.assertEqual(printed[1], heap.end[3])
        self.assertEqual((300, 300), (heap.counts["__main__.Node"][3], heap.counts["__main__.Slots"][3]))
        self.assertEqual(sum(counts[3] for counts in heap.counts.values()), heap.end[3])
        self.assertEqual(sum(counts[0] for counts in heap.counts.values()), heap.end[0])

    def test_untracked_objects_are_counted_by_references(self):
        size, rows = json.loads(self.run_program("""
    numbers = [float(number) for number in range(50000)]
    shared = [numbers[:10] for _ in range(1000)]
    rows = [("row %d" % number, 1000 + number) for number in range(20000)]
    gc.collect(); gc.collect()
    look()
    print(json.dumps([sum(map(sys.getsizeof, numbers)), sum(sys.getsizeof(row[0]) for row in rows)]))
"""))
        counts = self.heaps[0].counts
        self.assertTrue(50000 <= counts["float"][5] <= 50100, counts["float"])
        self.assertTrue(size <= counts["float"][6] <= size * 1.01, (size, counts["float"]))
        self.assertTrue(20000 <= counts["tuple"][5], counts["tuple"])
        self.assertTrue(rows <= counts["str"][6], (rows, counts["str"]))
        ways = list(self.heaps[0].ways("b", "list"))
        self.assertEqual(("50000", "m"), tuple(ways[0][0][:2]))
        self.assertEqual(["a__dict__", "knumbers"], ways[0][1])

    def test_path_to_the_newest_objects_has_names(self):
        self.run_program("""
    class Held:
        def __init__(self): self.value = [1]
    class ByClass(Held): pass
    class ByModule(Held): pass
    class BySlot(Held): pass
    class ByLocal(Held): pass
    class ByThread(Held): pass
    class ByClosure(Held): pass
    class ByGenerator(Held): pass
    class Alone(Held): pass
    class Slots: __slots__ = ("inner",)
    class Holder: found = [ByClass()]
    kept = {"module": ByModule(), 7: Slots()}
    kept[7].inner = BySlot()
    def closing(value): return lambda: value
    CLOSED = closing(ByClosure())
    def walk():
        inside = ByGenerator()
        yield inside
    WALK = walk(); next(WALK)
    def wait():
        mine = ByThread()
        event.wait()
    event = threading.Event()
    threading.Thread(target=wait, daemon=True).start()
    def serve():
        mine = [ByLocal()]
        look()
    serve()
""")
        heap = self.heaps[0]

        def way(name):
            return next(heap.ways("n", "__main__." + name))

        root, references = way("ByModule")
        self.assertEqual(("m", ("module", "__main__")), (root[1], root[4]))
        self.assertEqual(["a__dict__", "kkept", "kmodule"], references)
        self.assertEqual(["a__dict__", "kkept", "n7", "ainner"], way("BySlot")[1])
        self.assertEqual(["a__dict__", "kHolder", "a__dict__", "kfound", "i0"], way("ByClass")[1])
        self.assertEqual(["a__dict__", "kCLOSED", "a__closure__", "i0", "acell_contents"], way("ByClosure")[1])
        self.assertEqual(["a__dict__", "kWALK"], way("ByGenerator")[1][:2])
        for name, function in (("ByLocal", "serve"), ("ByThread", "wait")):
            root, references = way(name)
            if root[1] == "l":
                self.assertEqual((function, "mine"), (root[2].split(" ")[0], root[3]))
            else:  # up to 3.10 frames are tracked objects, which a thread's module may refer to
                self.assertIn("lmine", references)
        self.assertFalse(list(heap.ways("n", "__main__.Alone")))

    def test_newest_objects_have_paths_and_garbage_has_none(self):
        self.run_program("""
    class Old: pass
    class Node: pass
    first = [Node() for _ in range(100)]
    gc.collect()
    later = [Node() for _ in range(100)]
    gc.collect(); gc.disable()
    for _ in range(50):
        a = Node(); a.a = a
    del a
    look()
""")
        ways = list(self.heaps[0].ways("n", "__main__.Node"))
        self.assertEqual(8, len(ways))
        self.assertEqual({("klater", "i%d" % number) for number in range(92, 100)}, {tuple(way[-2:]) for _, way in ways})

    def test_frozen_objects_are_included_and_stay_frozen(self):
        printed = json.loads(self.run_program("""
    class Old: pass
    class Node: pass
    kept = {"old": [Old() for _ in range(300)], "nested": {"a": ({"b": (1, "two")},)}}
    kept["nested"]["itself"] = kept["nested"]
    first = [Node() for _ in range(10)]
    gc.collect(); gc.freeze()
    later = [Node() for _ in range(20)]
    gc.collect(); frozen = gc.get_freeze_count()
    look()
    print(json.dumps([frozen, gc.get_freeze_count(), len(gc.get_objects())]))
"""))
        heap = self.heaps[0]
        self.assertGreater(printed[0], 1000)
        self.assertEqual(printed[0], printed[1])
        self.assertEqual(300, heap.counts["__main__.Old"][0])
        self.assertTrue(abs(printed[0] + printed[2] - heap.end[0]) < 50, (printed, heap.end))
        self.assertTrue(all(way[:3] == ["a__dict__", "kkept", "kold"] for _, way in heap.ways("n", "__main__.Old")))
        # The newest are those created afterwards, although frozen objects are appended after them.
        newest = {tuple(way[-2:]) for _, way in heap.ways("n", "__main__.Node")}
        self.assertEqual({("klater", "i%d" % number) for number in range(12, 20)}, newest)

    def test_long_path_is_written_from_its_end(self):
        self.run_program("""
    class Node: pass
    first = last = Node()
    for _ in range(1000):
        last.next = Node(); last = last.next
    del last
    look()
""")
        for root, references in self.heaps[0].ways("n", "__main__.Node"):
            self.assertEqual("s", root[1])
            self.assertGreater(len(references), 30)

    def test_requested_snapshot_is_taken_at_the_next_collection_without_visible_child(self):
        out = self.run_program("""
    import struct
    seen = []
    signal.signal(signal.SIGCHLD, lambda *_: seen.append(1))
    control = glob.glob(os.path.join(os.environ["UNPAUSE_RECORDING_DIR"], "*.upcc"))[0]
    gc.collect(); gc.collect()
    with open(control, "r+b") as file:
        file.seek(196); file.write(struct.pack("<I", 256))
    for _ in range(30): gc.collect(0); time.sleep(0.02)
    try: os.waitpid(-1, 0)
    except ChildProcessError: print("no child", seen)
""")
        self.assertEqual("no child []\n", out)
        self.assertEqual(1, len(self.heaps))
        self.assertEqual([3], [entry[1] >> 8 for entry, _ in Files(self.folder.name).looks()])

    def test_too_many_objects_are_not_inspected(self):
        self.run_program("""
    kept = [[number] for number in range(20000)]
    look()
""", options="0,1,20,10000,100,0")
        self.assertEqual("x", self.heaps[0].lines[-1][0])


if __name__ == "__main__":
    unittest.main()
