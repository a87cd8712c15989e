"""Inspects the garbage inside the process, for interpreters that cannot load native/unpause_cycles.c (see CYCLES.md).

With gc.DEBUG_SAVEALL a collection keeps the objects that it would have freed. They are written to the file and released, and the next
collection without a snapshot frees them. Finalizers run once, as usual, but memory is retained longer, and bytecode runs
after collections. So this is for scripts, not for services. Every CPython from 3.6 on, on any system.
"""
import gc
import os
import struct
import sys
import time
from types import FrameType, FunctionType

MAGIC = b"UPCC\r\n\x1a\n"
CONTROL_BYTES = 4096
SAMPLES_AT = 256
SAMPLE_BYTES = 40
TEXT = 200
FLAG_EXITED = 1


def _clean(text):
    # type: (object) -> str
    return "".join(letter if letter >= " " else "?" for letter in str(text)[:TEXT])


def _name(kind):
    # type: (type) -> str
    module = vars(type)["__module__"].__get__(kind)
    name = vars(type)["__qualname__"].__get__(kind)
    return name if module == "builtins" else "%s.%s" % (module, name)


def _code(code):
    return "%s (%s:%d)" % (code.co_name, code.co_filename, code.co_firstlineno)


def _detail(thing):
    """A description beyond its type, and the names of its free variables."""
    if isinstance(thing, FunctionType):
        return _code(thing.__code__), " ".join(thing.__code__.co_freevars)
    if isinstance(thing, FrameType):
        return _code(thing.f_code), ""
    return (vars(type)["__qualname__"].__get__(thing) if isinstance(thing, type) else ""), ""


def _attributes(thing):
    """The objects that it refers to, with kind and name. Reads only CPython's own objects: no code of the program is called."""
    kind = type(thing)
    if kind in (list, tuple):
        for index, value in enumerate(thing):
            yield value, "i", index
    elif kind is dict:
        for key, value in thing.items():
            if type(key) is str:
                yield value, "k", key
            else:
                yield value, "n", key if type(key) is int else "?"
                yield key, "K", ""
    elif kind is FrameType:
        for name, value in list(thing.f_locals.items()):
            yield value, "l", name
        yield thing.f_back, "a", "f_back"
    else:
        yield from _members(thing, kind)


def _members(thing, kind):
    member = type(vars(type)["__basicsize__"])
    for base in vars(type)["__mro__"].__get__(kind):
        for name, value in list(vars(type)["__dict__"].__get__(base).items()):
            if type(value) is member:
                try:
                    yield value.__get__(thing), "a", name
                except AttributeError:  # an empty slot
                    pass
    if isinstance(thing, BaseException):
        for name in ("__traceback__", "__context__", "__cause__", "args"):
            yield BaseException.__dict__[name].__get__(thing), "a", name
    cell = type((lambda: thing).__closure__[0])  # type: ignore[index]
    for of, name in ((FunctionType, "__closure__"), (cell, "cell_contents")):
        if kind is of:
            try:
                yield getattr(thing, name), "a", name
            except ValueError:  # an empty cell
                pass
    try:
        own = object.__getattribute__(thing, "__dict__")
    except Exception:
        return
    if type(own) is dict:
        yield own, "a", "__dict__"
        for name, value in list(own.items()):
            yield value, "a", name


class Saver:
    """Makes some collections keep their garbage, and writes it to a file."""

    def __init__(self, directory, options):
        self.samples, self.interval, _, _, self.written, _ = options
        self.base = os.path.join(directory, "cycles-%d-%x-0" % (os.getpid(), int(time.time() * 1e9)))
        self.number = 0
        self.next = 0.0
        self.saving = False
        self.again = 0  # objects kept and not freed yet: another collection will count them again
        self.counters = [[0, 0, 0, 0, 0] for _ in range(3)]
        self.map = open(self.base + ".upcc", "w+b", 0)
        self.started = 0
        micro = sys.version_info
        self.watched = self._now()
        head = struct.pack(
            "<IIqqqIIIIqq", 1, os.getpid(), self.watched, int(time.time() * 1e9), self._now(), 0, 0, 0,
            micro[0] << 16 | micro[1] << 8 | micro[2], 0, 0)
        self.map.write((MAGIC + head).ljust(CONTROL_BYTES, b"\0"))

    @staticmethod
    def _now():
        return int(time.perf_counter() * 1e9)

    def _put(self, at, form, *values):
        self.map.seek(at)
        self.map.write(struct.pack(form, *values))

    def __call__(self, phase, info):
        if phase == "start":
            self.started = self._now()
            self.saving = not (gc.get_debug() or gc.garbage or self.again) and self.number < self.samples and time.time() >= self.next
            if self.saving:
                gc.set_debug(gc.DEBUG_SAVEALL)
            return
        ended = self._now()
        generation, collected = info["generation"], info["collected"]
        if self.saving:
            self.saving = False
            gc.set_debug(0)
            found, gc.garbage[:] = gc.garbage[:], []
            collected = self.again = len(found)  # CPython counts kept objects as neither collected nor uncollectable
            self._write(found, generation, collected)
        else:
            twice = min(self.again, collected)
            self.again -= twice
            collected -= twice
        self._count(generation, collected, ended)

    def _count(self, generation, collected, ended):
        counters = self.counters[generation]
        counters[0] += 1
        counters[1] += collected
        counters[3] += ended - self.started
        self._put(72 + generation * 40, "<QQQqQ", *counters)
        self._put(32, "<q", ended)

    def _write(self, found, generation, collected):
        self.number += 1
        began = time.time()
        cumulative = self.counters[generation][1] + collected
        self._put(
            SAMPLES_AT + (self.number - 1) % 96 * SAMPLE_BYTES, "<IIqIIQQ", self.number, generation, self.started, 0, 0, collected,
            cumulative)
        self._put(48, "<I", self.number)
        with open("%s-%d.upcy" % (self.base, self.number), "w", encoding="utf-8", errors="replace") as out:
            out.write("unpause-cycles\t1\t%d\t%d\t%d\t%d\t0\n" % (os.getpid(), self.watched, self.number, generation))
            self._write_graph(found, out)
            out.write("\t%d\n" % int((time.time() - began) * 1e9))
        ended = time.time()
        self.next = ended + max(self.interval / 1e9, 4 * (ended - began))

    def _write_graph(self, found, out):
        places = {id(thing): place for place, thing in enumerate(found[:self.written])}
        types = {}  # type: dict
        census = {}  # type: dict
        total = 0
        for place, thing in enumerate(found):
            kind = type(thing)
            number = types.setdefault(kind, len(types))
            if number == len(census):
                census[number] = [0, 0]
                out.write("t\t%d\t%s\n" % (number, _clean(_name(kind))))
            size = object.__sizeof__(thing) if kind.__module__ != "builtins" else sys.getsizeof(thing)
            census[number][0] += 1
            census[number][1] += size
            total += size
            if place < self.written:
                out.write("o\t%d\t%d\t0\t0\t%s\t%s\t\n" % ((number, size) + tuple(map(_clean, _detail(thing)))))
        for place, thing in enumerate(found[:self.written]):
            reported = set()
            for value, kind, name in _attributes(thing):
                other = places.get(id(value))
                if other is not None and (other, kind, name) not in reported:
                    reported.add((other, kind, name))
                    out.write("e\t%d\t%d\t%s\t%s\n" % (place, other, kind, _clean(name)))
            known = {other for other, _, _ in reported}
            for value in gc.get_referents(thing):
                other = places.get(id(value))
                if other is not None and other not in known:
                    out.write("e\t%d\t%d\t-\t\n" % (place, other))
        for number in sorted(census):
            out.write("c\t%d\t%d\t%d\n" % ((number,) + tuple(census[number])))
        out.write("z\t%d\t%d\t%d\t0\t0\t%d" % (len(found), len(found), total, len(places)))

    def close(self):
        self._put(40, "<I", FLAG_EXITED)
        if self in gc.callbacks:
            gc.callbacks.remove(self)


def watch(directory, options):
    """Takes snapshots at a sample of this process's collections from now on."""
    import atexit

    saver = Saver(os.path.abspath(directory), options)
    gc.callbacks.append(saver)
    atexit.register(saver.close)
