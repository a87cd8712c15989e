"""Tells `unpause run` what could not be done, in a file of the recording's folder (see FORMAT.md, Notes).

The program's standard error is its own. Only where no file can be made is one line written there, because otherwise nobody
would know; and not where a permission is the reason, because there the program has another user, whose files the line may
end up in. Every Python may meet this file, 2.7 too.
"""
import errno
import os
import sys
import time

NOTE_BYTES = 500


def tell(directory, text):
    """Leaves a note. Never raises: the program must run as without us."""
    try:
        _leave(directory, text.encode("utf-8", "replace")[:NOTE_BYTES])
    except Exception as error:  # a full disk, another root, a folder that is gone
        if getattr(error, "errno", None) not in (errno.EACCES, errno.EPERM):
            _say("unpause: process %d: %s\n" % (os.getpid(), text))


def _say(line):
    try:
        sys.stderr.write(line)
    except Exception:  # it is closed, or there is none
        pass


def _leave(directory, content):
    name = "python-%d-%x.unpause-note" % (os.getpid(), int(time.time() * 1e6))
    path = os.path.join(directory, name)
    descriptor = _make(path, name)
    try:
        written = os.write(descriptor, content)
    except OSError:
        written = 0
    if written < len(content):
        os.ftruncate(descriptor, 0)  # a file that was given can't be removed; an empty one says nothing
    os.close(descriptor)
    if written < len(content):
        os.unlink(path)
        raise OSError("no room for a note")


def _make(path, name):
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
    except Exception:  # nobody to ask, nobody there, no such sockets
        return None
