"""Records this interpreter's garbage collections into a memory-mapped ring file (see FORMAT.md).

The file stays readable however the process ends, SIGKILL included, because the pages belong to the kernel. The callback is
written in C (native/unpause_gc.c): a Python function in gc.callbacks would change the program that it observes.

    python -m unpause_agent [--into FOLDER] [--] COMMAND...

starts a command and records it. `unpause report FOLDER` reads the files in the folder.
"""
import gc
import os
import sys

FACTS_BYTES = 8192
FREE_THREADED = ((3, 13), (3, 14))
# Writes a request, once recording has started: (start, end, name, status, flags, trace) -> 1, or 0 when it is lost.
request = None
HARM = "--python-agent pure records with Python code inside collections, which can change how a program behaves"


def _load():
    """The callback's module. One build serves every CPython on a CPU architecture, so it is loaded by path, not by name."""
    import _imp
    from _frozen_importlib import ModuleSpec

    # Free-threaded builds have no stable ABI: the callback's knowledge of their layout was verified for these versions only.
    free = "t" in getattr(sys, "abiflags", "")
    if free != ("free-threading build" in sys.version) or free and sys.version_info[:2] not in FREE_THREADED:
        raise ImportError("the callback does not support this free-threaded build")
    if sys.maxsize < 2**32 or not sys.platform.startswith("linux"):
        raise ImportError("the callback is built for 64-bit Linux")
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "unpause_gc.%s.so" % os.uname().machine)
    if not os.path.exists(path):
        raise ImportError("no callback is built for " + os.uname().machine)
    try:
        module = _imp.create_dynamic(ModuleSpec("_unpause_gc", None, origin=path))
    except ImportError:
        if not hasattr(os, "memfd_create"):
            raise
        module = _load_from_memory(path, ModuleSpec)
    _imp.exec_dynamic(module)
    _load.module = module  # type: ignore[attr-defined]  # otherwise it would be garbage that the program's collections free
    return module


def _load_from_memory(path, spec):
    """For file systems mounted noexec, as /tmp often is."""
    import _imp

    with open(path, "rb") as file:
        content = file.read()
    descriptor = os.memfd_create("unpause_gc")
    try:
        os.write(descriptor, content)
        return _imp.create_dynamic(spec("_unpause_gc", None, origin="/proc/self/fd/%d" % descriptor))
    finally:
        os.close(descriptor)


def _record(directory):
    """Returns the callback for gc.callbacks."""
    global request
    import atexit

    from unpause_facts import encoded_facts

    directory = os.fsencode(os.path.abspath(directory))
    try:
        module = _load()
    except ImportError as error:
        raise ImportError("%s; %s" % (error, HARM))
    ask = os.fsencode(os.environ.get("UNPAUSE_RECORDING_ASK", ""))
    callback, after_fork, at_exit, _, request = module.record(directory, encoded_facts("c", FACTS_BYTES), ask)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=after_fork)
    atexit.register(at_exit)
    return callback


def _record_pure(directory):
    if sys.version_info < (3, 8):
        raise ImportError("the agent in Python requires CPython 3.8 or later")
    from unpause_pure import record

    return record(directory)


def _set_thresholds(text):
    # type: (str) -> None
    values = [int(part) for part in text.split(",")]
    if not 1 <= len(values) <= 3 or min(values) < 0:
        raise ValueError("UNPAUSE_PYTHON_GC_THRESHOLD is %r; it must be one to three numbers, such as 10000,20,10" % text)
    gc.set_threshold(*values)


def _is_ours(callback):
    # type: (object) -> bool
    return hasattr(callback, "unpause_path") or getattr(callback, "__name__", "") == "unpause_on_collection"


def install():
    """Starts recording, once per interpreter. Does nothing when UNPAUSE_RECORDING_DIR is not set."""
    directory = os.environ.get("UNPAUSE_RECORDING_DIR")
    if not directory or any(map(_is_ours, gc.callbacks)):
        return
    thresholds = os.environ.get("UNPAUSE_PYTHON_GC_THRESHOLD")
    wrong = None
    if thresholds:
        try:
            _set_thresholds(thresholds)
        except (ValueError, OverflowError) as error:
            wrong = error
    if "UNPAUSE_PYTHON_GC_DISABLE" in os.environ or "UNPAUSE_PYTHON_GC_FREEZE" in os.environ:
        from unpause_tuning import apply

        apply()
    pure = os.environ.get("UNPAUSE_PYTHON_AGENT") == "pure"
    gc.callbacks.append(_record_pure(directory) if pure else _record(directory))
    if wrong:
        from unpause_notes import leave_note

        leave_note(directory, "the thresholds of CPython %s are unchanged: %s" % (sys.version.split()[0], wrong))


def _is_whole(folder):
    # type: (str) -> bool
    return os.path.exists(os.path.join(folder, "sitecustomize.py"))


def _folder():
    # type: () -> str
    """The agent's folder for PYTHONPATH. pip puts a second copy beside this file: a sitecustomize here would affect every program."""
    here = os.path.dirname(os.path.abspath(__file__))
    beside = os.path.join(here, "unpause_python")
    return beside if _is_whole(beside) else here


def _run(arguments):
    """Replaces this process by the command, with recording on. Only three variables are added."""
    into = "unpause-recording"
    if arguments[:1] == ["--into"] and len(arguments) > 1:
        into, arguments = arguments[1], arguments[2:]
    if arguments[:1] == ["--"]:
        arguments = arguments[1:]
    if not arguments or arguments[0].startswith("-") and arguments[0] != "-m":
        sys.exit("usage: python -m unpause_agent [--into FOLDER] [--] COMMAND...   (COMMAND: a program, script.py or -m module)")
    if arguments[0] == "-m" or arguments[0].endswith(".py") and not os.access(arguments[0], os.X_OK):
        arguments = [sys.executable] + arguments
    os.makedirs(into, mode=0o700, exist_ok=True)
    environment = dict(os.environ, UNPAUSE_RECORDING_DIR=os.path.abspath(into))
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [_folder(), os.environ.get("PYTHONPATH")]))
    try:
        os.execvpe(arguments[0], arguments, environment)
    except OSError as error:
        sys.exit("%s can't be started: %s" % (arguments[0], error.strerror))


if __name__ == "__main__":
    _run(sys.argv[1:])
