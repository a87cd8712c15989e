"""Loads unpause's GC recorder into every interpreter that is started with this folder on PYTHONPATH.

Any Python may import this file, 2.7 and PyPy too, so it uses only syntax that all of them understand. The recorder itself
is loaded into CPython 3.6 and later only. This file would hide another sitecustomize further down sys.path, so it runs that
one as if this file did not exist, including its exceptions.
"""
import os
import sys


def _record():
    directory = os.environ.get("UNPAUSE_RECORDING_DIR")
    if not directory:
        return
    what = "is not recorded"
    implementation = "PyPy's Python" if "__pypy__" in sys.builtin_module_names else "CPython"
    try:
        if sys.version_info < (3, 6) or implementation != "CPython":
            raise ImportError("CPython 3.6 or later is required")
        import unpause_agent

        unpause_agent.install()
        if "UNPAUSE_CYCLES" in os.environ:
            what = "is recorded, but without garbage snapshots"
            import unpause_cycles

            unpause_cycles.install()
    except Exception as error:  # the program must run as without the agent
        import unpause_notes

        version = "free-threaded " * ("t" in getattr(sys, "abiflags", "")) + implementation + " " + sys.version.split()[0]
        unpause_notes.leave_note(directory, "%s %s: %s" % (version, what, error))


def _run_hidden_sitecustomize():
    here = os.path.dirname(os.path.abspath(__file__))
    path = sys.path[:]
    ours = sys.modules.pop("sitecustomize", None)
    sys.path[:] = [entry for entry in path if os.path.abspath(entry or os.curdir) != here]
    without_us = sys.path[:]
    try:
        import sitecustomize  # noqa: F401  (the next one on the path now, if there is any)
    except ImportError as error:
        if getattr(error, "name", "sitecustomize") != "sitecustomize":
            raise
    finally:
        if sys.path == without_us:
            sys.path[:] = path
        if ours is not None and sys.modules.setdefault("sitecustomize", ours) is not ours:
            sys.modules["unpause_sitecustomize"] = ours  # otherwise the program's first collections would free it as garbage


_record()
_run_hidden_sitecustomize()
