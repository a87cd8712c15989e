"""Tells `unpause run` what could not be done, in a file of the recording's folder (see FORMAT.md, Notes).

The program's standard error is its own. Only where no file can be made is one line written there: otherwise nobody would
know. Every Python may meet this file, 2.7 too.
"""
import os
import sys
import time

NOTE_BYTES = 500


def tell(directory, text):
    """Leaves a note. Never raises: the program must run as without us."""
    try:
        _leave(directory, text.encode("utf-8", "replace")[:NOTE_BYTES])
    except Exception:  # a full disk, another root, a folder that is gone
        if sys.stderr:
            sys.stderr.write("unpause: process %d: %s\n" % (os.getpid(), text))


def _leave(directory, content):
    path = os.path.join(directory, "python-%d-%x.unpause-note" % (os.getpid(), int(time.time() * 1e6)))
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        written = os.write(descriptor, content)
    except OSError:
        written = 0
    os.close(descriptor)
    if written < len(content):
        os.unlink(path)
        raise OSError("no room for a note")
