"""The server side of requesting files (../FORMAT.md, Requesting files) for the tests: it answers correctly or wrongly, as a test wants."""
import array
import os
import socket
import struct
import threading
import time

TOKEN = "0123456789abcdef" * 2
SETTLE = b"settle\n"  # of the test itself


class FakeUnpause:
    """Answers in a thread, with answer(connection, verb, path). requests: the requests, as (verb, name, process, user)."""

    def __init__(self, folder, answer, queue=64, accepts=True, user=None):
        self.folder, self.answer, self.user = folder, answer, os.getuid() if user is None else user
        self.requests, self.connections, self.wrong = [], 0, []
        self.name = "unpause-" + os.urandom(16).hex()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind("\0" + self.name)
        self.listener.listen(queue)
        self.thread = threading.Thread(target=self._serve, daemon=True)
        if accepts:
            self.thread.start()

    @property
    def variable(self):
        return "%s %s %d" % (self.name, TOKEN, self.user)

    def settle(self):
        """Returns when every connection made before it was served: a program that hangs up does not wait for this thread."""
        with socket.socket(socket.AF_UNIX) as last:
            last.connect("\0" + self.name)
            last.sendall(SETTLE)
            last.recv(1)

    def close(self):
        if self.listener.fileno() < 0:
            return
        self.listener.shutdown(socket.SHUT_RDWR)
        if self.thread.is_alive():
            self.thread.join()
        self.listener.close()

    def _serve(self):
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with connection:
                process, user, _ = struct.unpack("iII", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))
                received = connection.recv(256)
                if received == SETTLE:
                    continue
                self.connections += 1
                line = received.decode()
                words = line.rstrip("\n").split(" ")
                if len(words) != 3 or words[0] != TOKEN or not line.endswith("\n") or "/" in words[2]:
                    self.wrong.append(line)
                    continue
                self.requests.append((words[1], words[2], process, user))
                self.answer(connection, words[1], os.path.join(self.folder, words[2]))


def opened(verb, path):
    return os.open(path, os.O_RDWR | os.O_NOFOLLOW | {"make": os.O_CREAT | os.O_EXCL, "open": 0}[verb], 0o600)


def send(connection, answer, *descriptors):
    try:
        connection.sendmsg([answer], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", descriptors))] * bool(descriptors))
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def give(connection, verb, path):
    send(connection, b"+", opened(verb, path))


def refuse(connection, verb, path):
    send(connection, b"-")


def give_nothing(connection, verb, path):
    send(connection, b"+")


def give_two(connection, verb, path):
    send(connection, b"+", os.open("/dev/null", os.O_RDWR), os.open("/dev/null", os.O_RDWR))


def give_with_another_answer(connection, verb, path):
    send(connection, b"x", os.open("/dev/null", os.O_RDWR))


def say_nothing(connection, verb, path):
    time.sleep(1)


def answer_late(connection, verb, path):
    time.sleep(0.5)
    try:
        send(connection, b"-")
    except OSError:
        pass


def hang_up(connection, verb, path):
    pass


def hang_up_once():
    """Drops the first connection, as unpause does when too many are open, and answers the others."""
    seen = []  # type: list

    def answer(connection, verb, path):
        if seen:
            give(connection, verb, path)
        seen.append(path)

    return answer
