"""Takes snapshots of a program's cyclic garbage (see CYCLES.md): `unpause cycles -- CMD`, and

    python -m unpause_cycles [--trace] SCRIPT [ARGUMENT...]    (or -m MODULE)

which runs a script in the same way. It leaves the files in the folder named by UNPAUSE_RECORDING_DIR, or in a new one in the
current folder, for `unpause cycles FOLDER`. native/unpause_cycles.c does the work. Where it can't be loaded, unpause_saveall.py
inspects the garbage inside the process itself.
"""
import gc
import os
import sys

SAMPLES = 32  # snapshots of each generation, at increasing intervals
MILLISECONDS = 20  # between the first of them
SECONDS = 20  # that a snapshot may take in its child process
EXAMINED = 5000000  # objects; with more, a snapshot would take too long
WRITTEN = 40000  # objects of a snapshot that are written individually
OPTIONS = (SAMPLES, MILLISECONDS, SECONDS, EXAMINED, WRITTEN, 1)


def _load():
    """The module in C. One build serves every CPython on a CPU architecture, so it is loaded by path, not by name."""
    import _imp
    from _frozen_importlib import ModuleSpec

    if sys.version_info < (3, 8) or sys.implementation.name != "cpython":
        raise ImportError("CPython 3.8 or later is required")
    if "t" in getattr(sys, "abiflags", "") or "free-threading build" in sys.version:
        raise ImportError("free-threaded builds count references differently")
    if sys.maxsize < 2**32 or not sys.platform.startswith("linux"):
        raise ImportError("it is built for 64-bit Linux")
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "unpause_cycles.%s.so" % os.uname().machine)
    try:
        module = _imp.create_dynamic(ModuleSpec("_unpause_cycles", None, origin=path))
    except ImportError:
        if not hasattr(os, "memfd_create") or not os.path.exists(path):
            raise
        module = _load_from_memory(path, ModuleSpec)
    _imp.exec_dynamic(module)
    _load.module = module  # type: ignore[attr-defined]  # otherwise it would be garbage itself
    return module


def _load_from_memory(path, spec):
    """For file systems mounted noexec, as /tmp often is."""
    import _imp

    with open(path, "rb") as file:
        content = file.read()
    descriptor = os.memfd_create("unpause_cycles")
    try:
        os.write(descriptor, content)
        return _imp.create_dynamic(spec("_unpause_cycles", None, origin="/proc/self/fd/%d" % descriptor))
    finally:
        os.close(descriptor)


def _tools():
    """Functions in C only, so calling them runs no bytecode. Debug hooks and tests may have replaced the usual ones."""
    import _tracemalloc

    traceback = _tracemalloc._get_object_traceback if _tracemalloc.is_tracing() else None
    member, method = type(vars(type)["__basicsize__"]), type(object.__sizeof__)
    return gc.get_objects, gc.get_referents, sys.getsizeof, object.__sizeof__, member, method, gc.disable, traceback, \
        type(sys), sys._current_frames, gc.get_freeze_count, gc.unfreeze


def _options(text):
    # type: (str) -> tuple
    """Six integers separated by commas, in the order of OPTIONS. Missing ones keep their defaults."""
    given = tuple(int(part) for part in text.split(",") if part)[:len(OPTIONS)]
    samples, milliseconds, seconds, examined, written, counted = given + OPTIONS[len(given):]
    return (
        min(max(samples, 0), 96), max(milliseconds, 1) * 1000000, min(max(seconds, 1), 600), min(max(examined, 1), 2**31),
        min(max(written, 1), 2**24), counted)


def watch(directory, options):
    """Takes snapshots at a sample of collections from now on. Returns a function that takes one at once, and one that ends it."""
    callback, snapshot, at_exit = _load().watch(os.fsencode(os.path.abspath(directory)), options, _tools())
    # Before the recorder's callback, which starts its timer when it is called: the recorded pause then excludes the snapshot.
    gc.callbacks.insert(0, callback)
    return snapshot, at_exit, callback


def is_watched():
    # type: () -> bool
    return any(getattr(callback, "__name__", "") == "unpause_on_cycles" for callback in gc.callbacks)


def install():
    """Takes snapshots of this interpreter's garbage when `unpause cycles` requested them."""
    # A folder in which every user may write, for processes that may change their user.
    directory = os.environ.get("UNPAUSE_CYCLES_DIR") or os.environ.get("UNPAUSE_RECORDING_DIR")
    if not directory or is_watched():
        return
    import atexit

    atexit.register(watch(directory, _options(os.environ.get("UNPAUSE_CYCLES", "")))[1])


def remote(directory, options):
    """Starts snapshots in a running program, called through sys.remote_exec. Writes the reason of a failure to a file."""
    try:
        if is_watched():
            raise RuntimeError("another unpause is already taking snapshots of it")
        watch(directory, _options(options))
    except Exception as error:  # no error may reach the program
        try:
            with open(os.path.join(directory, "cycles-refused.txt"), "w") as file:
                file.write("%s\n" % error)
        except OSError:  # the folder is gone: nobody waits for the answer
            pass


def remote_done(path):
    # type: (str) -> None
    """Creates a file that shows that a script has ended."""
    try:
        open(path, "w").close()
    except OSError:  # the folder is gone: nobody waits for the answer
        pass


def remote_heap():
    """Takes a snapshot of the whole heap, where snapshots have been started."""
    for callback in gc.callbacks:
        if getattr(callback, "__name__", "") == "unpause_on_cycles":
            callback("heap", {"generation": 2})  # type: ignore[arg-type]


def remote_end():
    """Ends the snapshots and restores the program's callbacks."""
    gc.callbacks[:] = [callback for callback in gc.callbacks if getattr(callback, "__name__", "") != "unpause_on_cycles"]


def _main():
    import runpy
    import tempfile

    arguments = sys.argv[1:]
    if arguments[:1] == ["--trace"]:
        import tracemalloc

        tracemalloc.start(3)
        arguments = arguments[1:]
    if not arguments or arguments == ["-m"]:
        sys.exit("usage: python -m unpause_cycles [--trace] SCRIPT [ARGUMENT...]")
    directory = os.environ.get("UNPAUSE_RECORDING_DIR")
    if not directory:
        directory = tempfile.mkdtemp(prefix="cycles-", dir=".")
        os.environ["UNPAUSE_RECORDING_DIR"] = directory
    sys.stderr.write("unpause cycles %s\n" % directory)
    try:
        install()
    except ImportError as error:
        import unpause_saveall

        sys.stderr.write("%s: inspecting the garbage inside the process, which frees it later than usual\n" % error)
        unpause_saveall.watch(directory, _options(""))
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = arguments
        sys.path[0] = os.path.dirname(os.path.abspath(arguments[0]))
        runpy.run_path(arguments[0], run_name="__main__")


if __name__ == "__main__":
    _main()
