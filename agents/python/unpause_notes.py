"""Reports to `unpause run` what could not be recorded, in a file of the recording's folder (see FORMAT.md, Notes).

The program's standard error belongs to the program. One line is written there only when no file can be created, because the
problem would otherwise go unnoticed. It is not written when a permission is the reason: the process then runs as another
user, in whose files the line might end up. Any Python may import this file, 2.7 too.
"""
import errno
import os
import sys
import time

NOTE_BYTES = 500


def leave_note(directory, text):
    # type: (str, str) -> None
    """Leaves a note. Never raises, so that the program runs as without the agent."""
    try:
        _leave(directory, text.encode("utf-8", "replace")[:NOTE_BYTES])
    except Exception as error:  # a full disk, another root, a folder that is gone
        if getattr(error, "errno", None) not in (errno.EACCES, errno.EPERM):
            _say("unpause: process %d: %s\n" % (os.getpid(), text))


def _say(line):
    # type: (str) -> None
    try:
        sys.stderr.write(line)
    except Exception:  # it is closed, or there is none
        pass


def _leave(directory, content):
    # type: (str, bytes) -> None
    name = "python-%d-%x.unpause-note" % (os.getpid(), int(time.time() * 1e6))
    path = os.path.join(directory, name)
    descriptor = _make(path, name)
    try:
        written = os.write(descriptor, content)
    except OSError:
        written = 0
    if written < len(content):
        os.ftruncate(descriptor, 0)  # a file received from unpause can't be removed; an empty note is ignored
    os.close(descriptor)
    if written < len(content):
        os.unlink(path)
        raise OSError("no room for a note")


def _make(path, name):
    # type: (str, str) -> int
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.ENOENT):
            raise
        descriptor = _asked_for(name)
        if descriptor is None:
            raise
        return descriptor


def _asked_for(name):
    try:
        from unpause_ask import make

        return make(name)
    except Exception:  # UNPAUSE_RECORDING_ASK is not set, nobody listens, or no such sockets
        return None
