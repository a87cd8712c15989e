"""What unpause tune tries besides thresholds: no collections, or none of the objects that a service loaded before it was ready.

UNPAUSE_PYTHON_GC_DISABLE  anything but 0: gc.disable()
UNPAUSE_PYTHON_GC_FREEZE   a path: gc.collect() and gc.freeze() when that file appears. Only a client of the service knows when it is ready.
"""
import gc
import os
import time

LOOK_SECONDS = 0.05
LONGEST_SECONDS = 600


def apply():
    # type: () -> None
    if os.environ.get("UNPAUSE_PYTHON_GC_DISABLE", "0") != "0":
        gc.disable()
    marker = os.environ.get("UNPAUSE_PYTHON_GC_FREEZE")
    if marker and hasattr(gc, "freeze"):
        _freeze_later(marker)
        if hasattr(os, "register_at_fork"):
            # Threads do not survive in a forked child; a forked worker waits for the file itself.
            os.register_at_fork(after_in_child=lambda: _freeze_later(marker))


def _freeze_later(marker):
    # Not threading.Thread: a program may need to be the first that imports threading (gevent's patches).
    import _thread

    _thread.start_new_thread(_wait_and_freeze, (marker, time.sleep, os.path.exists))


def _wait_and_freeze(marker, sleep, exists):
    for _ in range(int(LONGEST_SECONDS / LOOK_SECONDS)):
        if exists(marker):
            gc.collect()
            gc.freeze()
            return
        sleep(LOOK_SECONDS)
