"""Asks `unpause run` for a file that this process may not make by path (see FORMAT.md, Asking).

The same in Python as in the callback, for what is told before that is loaded. Every Python may meet this file; where
sockets take no descriptors (2.7), or nobody is there to ask, it raises whatever comes of that.
"""
import _socket
import os
import struct

SECONDS = 0.2


def make(name):
    """A descriptor of a new file of that name in the recording's folder; None when it is not given."""
    socket_name, token, user = os.environ["UNPAUSE_RECORDING_ASK"].split()
    peer = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        peer.settimeout(SECONDS)
        peer.connect("\0" + socket_name)
        credentials = peer.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, struct.calcsize("iII"))
        if struct.unpack("iII", credentials)[1] != int(user):
            return None  # whoever has the name now, it is not unpause
        peer.send(("%s make %s\n" % (token, name)).encode("ascii"), _socket.MSG_NOSIGNAL)
        return _descriptor(*peer.recvmsg(1, _socket.CMSG_LEN(4), _socket.MSG_CMSG_CLOEXEC)[:3])
    finally:
        peer.close()


def _descriptor(answer, ancillary, flags):
    given = [
        struct.unpack("i", data)[0] for level, kind, data in ancillary
        if (level, kind, len(data)) == (_socket.SOL_SOCKET, _socket.SCM_RIGHTS, 4)]
    if answer == b"+" and len(given) == 1 and not flags & _socket.MSG_CTRUNC:
        return given[0]
    for descriptor in given:
        os.close(descriptor)
    return None
