"""Facts about the interpreter in a recording (see FORMAT.md, Facts)."""
import gc
import os
import sys

ARGUMENT_BYTES = 1024
ARGUMENTS = 64
ARGUMENTS_BYTES = 1 << 14


def _arguments():
    # type: () -> list[bytes]
    try:
        with open("/proc/self/cmdline", "rb") as file:
            return file.read(ARGUMENTS_BYTES).rstrip(b"\0").split(b"\0")
    except OSError:
        words = getattr(sys, "orig_argv", None) or getattr(sys, "argv", [])
        return [os.fsencode(word) for word in words]


def _facts(agent):
    yield "version", sys.version.split()[0]
    yield "implementation", sys.implementation.name
    yield "agent", agent
    yield "build", sys.version
    yield "platform", sys.platform
    yield "executable", sys.executable or ""
    yield "thresholds", ",".join(map(str, gc.get_threshold()))
    yield "thresholds_from", "environment" if os.environ.get("UNPAUSE_PYTHON_GC_THRESHOLD") else "program"
    for word in _arguments()[:ARGUMENTS]:
        yield "argument", word


def encoded_facts(agent, room):
    # type: (str, int) -> bytes
    """Pairs as key NUL value NUL, UTF-8, as many as fit. agent: the one that records, "c" or "pure"."""
    out = b""
    for key, value in _facts(agent):
        if isinstance(value, str):
            value = value.encode("utf-8", "replace")
        pair = key.encode() + b"\0" + value[:ARGUMENT_BYTES].replace(b"\0", b" ") + b"\0"
        if len(out) + len(pair) > room:
            break
        out += pair
    return out
