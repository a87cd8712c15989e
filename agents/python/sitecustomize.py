"""Loads unpause's collection recorder into every interpreter that is started with this folder on PYTHONPATH.

Every Python may meet this file, 2.7 and PyPy too, so it uses only what all of them understand; the recorder itself
is loaded into CPython 3.6 and later only. Another sitecustomize further down sys.path would be hidden by this one:
it is run as if this file were not there, its exceptions included.
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
            raise ImportError("CPython 3.6 or later is needed")
        import unpause_agent

        unpause_agent.install()
        if "UNPAUSE_CYCLES" in os.environ:
            what = "is recorded, but its garbage is not looked at"
            import unpause_cycles

            unpause_cycles.install()
    except Exception as error:  # whatever it is, the program must run as without us
        import unpause_notes

        version = "free-threaded " * ("t" in getattr(sys, "abiflags", "")) + implementation + " " + sys.version.split()[0]
        unpause_notes.tell(directory, "%s %s: %s" % (version, what, error))


def _run_hidden_sitecustomize():
    here = os.path.dirname(os.path.abspath(__file__))
    path = sys.path[:]
    ours = sys.modules.pop("sitecustomize", None)
    sys.path[:] = [entry for entry in path if os.path.abspath(entry or os.curdir) != here]
    without_us = sys.path[:]
    try:
        import sitecustomize  # noqa: F401  (now the next one on the path, if there is any)
    except ImportError as error:
        if getattr(error, "name", "sitecustomize") != "sitecustomize":
            raise
    finally:
        if sys.path == without_us:
            sys.path[:] = path
        if ours is not None and sys.modules.setdefault("sitecustomize", ours) is not ours:
            sys.modules["unpause_sitecustomize"] = ours  # else it is garbage, and the program's first collections would free it


_record()
_run_hidden_sitecustomize()
