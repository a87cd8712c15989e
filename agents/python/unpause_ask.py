"""Requests a file from `unpause run` when this process may not create it by path (see FORMAT.md, Requesting files).

The same protocol as in the C callback, for messages that are sent before the callback is loaded. Any Python may import this
file. Where sockets can't pass descriptors (2.7), or unpause does not listen, it raises the resulting exception.
"""
import _socket
import os
import struct

SECONDS = 0.2


def make(name):
    """A descriptor of a new file of that name in the recording's folder; None when the request is refused."""
    socket_name, token, user = os.environ["UNPAUSE_RECORDING_ASK"].split()
    peer = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    try:
        peer.settimeout(SECONDS)
        peer.connect("\0" + socket_name)
        credentials = peer.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, struct.calcsize("iII"))
        if struct.unpack("iII", credentials)[1] != int(user):
            return None  # another user's process has the name now
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
