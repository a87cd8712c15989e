"""Loads unpause's collection recorder into every interpreter that is started with this folder on PYTHONPATH.

Every Python may meet this file, 2.7 and PyPy too, so it uses only what all of them understand; the recorder itself
is loaded into CPython 3.6 and later only. Another sitecustomize further down sys.path would be hidden by this one:
it is run as if this file were not there, its exceptions included.
"""
import os
import sys


def _record():
    if not os.environ.get("UNPAUSE_RECORDING_DIR"):
        return
    if sys.version_info < (3, 6) or sys.implementation.name != "cpython":
        return
    try:
        import unpause_agent

        unpause_agent.install()
    except Exception as error:  # whatever it is, the program must run as without us
        sys.stderr.write("unpause: collections of process %d are not recorded: %r\n" % (os.getpid(), error))


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
        if ours is not None:
            sys.modules.setdefault("sitecustomize", ours)


_record()
_run_hidden_sitecustomize()
