"""What unpause tune tries beside thresholds: no collections at all, or none of what a service has loaded when it is ready.

UNPAUSE_PYTHON_GC_DISABLE  anything but 0: gc.disable()
UNPAUSE_PYTHON_GC_FREEZE   a path: when that file appears, gc.collect() and gc.freeze(). Only who asks a service knows that it is ready.
"""
import gc
import os
import time

LOOK_SECONDS = 0.05
LONGEST_SECONDS = 600


def apply():
    if os.environ.get("UNPAUSE_PYTHON_GC_DISABLE", "0") != "0":
        gc.disable()
    marker = os.environ.get("UNPAUSE_PYTHON_GC_FREEZE")
    if marker and hasattr(gc, "freeze"):
        _freeze_later(marker)
        if hasattr(os, "register_at_fork"):
            # Threads stay behind in the parent; a worker that is forked loads for itself.
            os.register_at_fork(after_in_child=lambda: _freeze_later(marker))


def _freeze_later(marker):
    # Not threading.Thread: a program may have reasons to be the first that imports threading (gevent's patches).
    import _thread

    _thread.start_new_thread(_wait_and_freeze, (marker, time.sleep, os.path.exists))


def _wait_and_freeze(marker, sleep, exists):
    for _ in range(int(LONGEST_SECONDS / LOOK_SECONDS)):
        if exists(marker):
            gc.collect()
            gc.freeze()
            return
        sleep(LOOK_SECONDS)
