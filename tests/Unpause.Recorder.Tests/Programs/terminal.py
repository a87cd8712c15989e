"""Runs a command in a session of its own on a new terminal of 33 rows and 77 columns; our stdin is what is typed there,
our stdout what it shows. A byte 0x00 in the input is not typed: it resizes the terminal to 44 x 99. Exits with the
command's code."""
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import termios


def resize(terminal, rows, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def type_in(terminal, typed):
    for number, part in enumerate(typed.split(b"\0")):
        if number > 0:
            resize(terminal, 44, 99)
        os.write(terminal, part)


pid, terminal = pty.fork()
if pid == 0:
    for ignored_by_nohup in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
        signal.signal(ignored_by_nohup, signal.SIG_DFL)
    resize(0, 33, 77)
    os.execvp(sys.argv[1], sys.argv[1:])

inputs = [terminal, 0]
while terminal in inputs:
    for ready in select.select(inputs, [], [])[0]:
        try:
            data = os.read(ready, 65536)
        except OSError:
            data = b""
        if not data:
            inputs.remove(ready)
        elif ready == 0:
            type_in(terminal, data)
        else:
            os.write(1, data)
status = os.waitpid(pid, 0)[1]
sys.exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status))
