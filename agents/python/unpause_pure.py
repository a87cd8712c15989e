"""The agent in Python only, for `--python-agent pure`: its callback runs bytecode inside collections.

Another thread may then take the GIL during a collection. If it forks, the child never collects again; its work counts as
pause time. Exceptions that signal handlers raise there are printed and lost. CPython 3.8 and later. The ring's blocks are
reserved before they are written: writing to a hole of a mapped file on a full disk would kill the program with SIGBUS.
"""
import atexit
import gc
import mmap
import os
import struct
import sys
import time
from _thread import interrupt_main

from unpause_facts import encoded_facts
from unpause_notes import leave_note

try:
    from _thread import get_native_id as thread_id
except ImportError:  # a platform without native ids
    from _thread import get_ident as thread_id

MAGIC = b"UPGC\r\n\x1a\n"
VERSION = 1
HEADER_BYTES = 16384
RECORD_BYTES = 64
CAPACITY = 1 << 18
RESERVED_RECORDS = 4096  # blocks are reserved for this many records at a time
ANCHORS_AT = 128
ANCHOR_BYTES = 32
ANCHOR_COUNT = 128
ANCHOR_NANOSECONDS = 10 * 10**9
STATE_AT = ANCHORS_AT + ANCHOR_COUNT * ANCHOR_BYTES  # state of the collector
STATE_ENABLED, STATE_DISABLED = 1, 2
FACTS_AT = 4352
FACTS_BYTES = HEADER_BYTES - FACTS_AT

FLAG_FREE_THREADED = 1
FLAG_FORKED = 2
FLAG_CLOSED = 4
FLAG_FULL = 8

# time.perf_counter is CLOCK_MONOTONIC where the system has one, and the high-resolution counter on Windows, where
# time.monotonic has steps of 16 ms before 3.13.
clock = time.perf_counter_ns


class Ring:
    """One process's file: header, anchors, facts, records."""

    def __init__(self, directory, started, forked, came_before=0):
        # type: (str, int, bool, int) -> None
        self.written = 0
        self.came_before = came_before
        self.since = started
        self.anchors = 0
        self.next_anchor = 0
        self.pid = os.getpid()
        self.started = started
        self.reserved = 0
        self.flags = FLAG_FORKED if forked else 0
        if "t" in getattr(sys, "abiflags", ""):
            self.flags |= FLAG_FREE_THREADED
        descriptor = self._create(directory)
        try:
            size = HEADER_BYTES + CAPACITY * RECORD_BYTES
            os.ftruncate(descriptor, size)
            self._reserve_on(descriptor, 0, HEADER_BYTES + RESERVED_RECORDS * RECORD_BYTES)
            self.reserved = RESERVED_RECORDS
            # Without trackfd the mapping keeps no file descriptor, which the program might notice.
            options = {"trackfd": False} if sys.version_info >= (3, 13) and os.name == "posix" else {}
            self.map = mmap.mmap(descriptor, size, **options)
        except BaseException:
            os.unlink(self.path)
            raise
        finally:
            os.close(descriptor)
        self._write_header()

    def _create(self, directory):
        # type: (str) -> int
        for attempt in range(1000):
            name = "python-%d-%x-%d.upgc" % (self.pid, time.time_ns(), attempt)
            self.path = os.path.join(os.path.abspath(directory), name)
            try:
                return os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
            except FileExistsError:
                pass
        raise FileExistsError(self.path)

    @staticmethod
    def _reserve_on(descriptor, offset, length):
        # type: (int, int, int) -> None
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(descriptor, offset, length)

    def reserve_more(self):
        # type: () -> bool
        """Reserves space for more records; False when the disk is full. Opens the file by path: a program that becomes a
        daemon may have closed a descriptor that was kept open, and its number may belong to another file."""
        if self.flags & FLAG_FULL:
            return False
        try:
            descriptor = os.open(self.path, os.O_RDWR)
            try:
                self._reserve_on(descriptor, HEADER_BYTES + self.reserved * RECORD_BYTES, RESERVED_RECORDS * RECORD_BYTES)
            finally:
                os.close(descriptor)
        except OSError:
            self.flags |= FLAG_FULL
            struct.pack_into("<I", self.map, 28, self.flags)
            return False
        self.reserved += RESERVED_RECORDS
        return True

    def _write_header(self):
        facts = encoded_facts("pure", FACTS_BYTES)
        struct.pack_into(
            "<IIIIIIqqQqII", self.map, 8, VERSION, HEADER_BYTES, RECORD_BYTES, CAPACITY, self.pid, self.flags,
            _process_start(), self.started, 0, 0, 0, len(facts))
        struct.pack_into("<III", self.map, 72, ANCHORS_AT, ANCHOR_COUNT, FACTS_AT)
        struct.pack_into("<I", self.map, 124, STATE_AT)
        self.map[FACTS_AT:FACTS_AT + len(facts)] = facts
        self.anchor()
        self.map[0:8] = MAGIC  # last: a file without it has an incomplete header

    def anchor(self):
        """Pairs the wall clock with the agent's clock. Slot 0 keeps the first pair, the others are a ring."""
        slot = 0 if self.anchors == 0 else 1 + (self.anchors - 1) % (ANCHOR_COUNT - 1)
        at = ANCHORS_AT + slot * ANCHOR_BYTES
        before = clock()
        wall = time.time_ns()
        after = clock()
        struct.pack_into("<Q", self.map, at, 0)
        struct.pack_into("<qqq", self.map, at + 8, before, wall, after)
        self.anchors += 1
        struct.pack_into("<Q", self.map, at, self.anchors)
        self.next_anchor = after + ANCHOR_NANOSECONDS

    def close(self):
        """Marks an orderly exit. The mapping stays: the interpreter collects once more during shutdown."""
        self.anchor()
        self._write_state()
        self.flags |= FLAG_CLOSED
        struct.pack_into("<q", self.map, 56, clock())
        struct.pack_into("<I", self.map, 28, self.flags)

    def _write_state(self):
        """Whether automatic collection is enabled and, if not, how many objects were added: no collection records this."""
        enabled = gc.isenabled()
        stayed = 0 if enabled else max(0, gc.get_count()[0] - self.came_before)
        struct.pack_into("<I", self.map, STATE_AT + 4, stayed)
        struct.pack_into("<q", self.map, STATE_AT + 8, clock())
        struct.pack_into("<q", self.map, STATE_AT + 24, self.since)
        struct.pack_into("<I", self.map, STATE_AT, STATE_ENABLED if enabled else STATE_DISABLED)


def _process_start():
    # type: () -> int
    """When the process started, on the agent's clock; 0 when the system does not report it. In steps of 10 ms on Linux."""
    try:
        with open("/proc/self/stat", "rb") as file:
            ticks = int(file.read().rpartition(b")")[2].split()[19])
        boot = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
        return clock() - (boot - ticks * 10**9 // os.sysconf("SC_CLK_TCK"))
    except Exception:  # another system, or /proc is hidden: unknown
        return 0


def record(directory):
    """Creates the callback. Everything that it needs is bound here, because at exit modules lose their globals before the last
    collections run."""
    pack_start = struct.Struct("<QqQIIIIBBBxI").pack_into
    pack_end = struct.Struct("<qII").pack_into
    pack_count = struct.Struct("<Q").pack_into
    get_count, get_threshold, is_enabled = gc.get_count, gc.get_threshold, gc.isenabled
    get_pid, now, thread, callbacks, note, version = os.getpid, clock, thread_id, gc.callbacks, leave_note, sys.version.split()[0]
    header, size, capacity, word = HEADER_BYTES, RECORD_BYTES, CAPACITY, 0xFFFFFFFF
    interrupted, make_ring, interrupt = KeyboardInterrupt, Ring, interrupt_main
    ring = Ring(directory, clock(), False, get_count()[0])
    pid = ring.pid
    map_ = ring.map
    old_maps = []
    running = -1
    forked_at = 0
    forked_with = 0

    def follow_fork():
        # The child writes its own file, created at its first collection: most forks only start another program.
        nonlocal ring, map_, pid, running
        running = -1
        old_maps.append(map_)  # never closed: its descriptor's number may belong to another file now
        ring = make_ring(directory, forked_at or now(), True, forked_with)
        map_ = ring.map
        pid = ring.pid

    def start(generation):
        nonlocal running
        running = -1
        if get_pid() != pid:  # also after a fork by C code, which runs no hooks
            follow_fork()
        sequence = ring.written
        if ring.reserved <= sequence < capacity and not ring.reserve_more():
            return
        if now() >= ring.next_anchor:
            ring.anchor()
        ring.came_before, ring.since = 0, now()
        ring.written = sequence + 1
        at = header + sequence % capacity * size
        counts = get_count()
        thresholds = get_threshold()
        collector = thread()
        pack_count(map_, 48, sequence + 1)
        started = now()  # as late as possible: the agent's own work is not part of the pause
        pack_start(
            map_, at, sequence + 1, started, collector, counts[0] & word, counts[generation] & word,
            thresholds[0] & word, thresholds[generation] & word, generation, is_enabled(), 0, (sequence + 1) & word)
        running = at

    def on_collection(phase, info):
        nonlocal running
        try:
            if phase == "start":
                start(info["generation"])
            elif running >= 0:
                ended = now()
                at = running
                running = -1
                collected, uncollectable = info["collected"], info["uncollectable"]
                pack_end(
                    map_, at + 48, ended, collected if collected < word else word,
                    uncollectable if uncollectable < word else word)
                map_[at + 42] = 1  # last: without it the collection counts as unfinished
        except interrupted:
            interrupt()  # an exception cannot leave a callback, so Ctrl-C is raised again after it
        except Exception as error:
            callbacks.remove(on_collection)
            note(directory, "CPython %s is no longer recorded: %r" % (version, error))

    def after_fork():
        nonlocal pid, forked_at, forked_with
        pid = -1
        forked_at = now()
        forked_with = get_count()[0]

    def at_exit():
        if get_pid() == pid:
            ring.close()

    on_collection.unpause_path = lambda: ring.path if pid == get_pid() else None  # type: ignore[attr-defined]
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=after_fork)
    atexit.register(at_exit)
    return on_collection
