"""CPython: files of programs/python."""
from case import Case

OLD, NEW = "/usr/bin/python3", "/root/.pyenv/versions/3.13.0/bin/python3"


def python(name, *cause, fixed=(), interpreter=OLD, version="", seconds="{seconds}"):
    return Case(f"python-{name.replace('_', '-')}{version}", "python", (interpreter, f"{{programs}}/python/{name}.py", seconds), cause,
                fixed=fixed)


CASES = [
    # Its code change, gc.disable, is another than the one that the finding promises something for.
    python("batch", "futile-collections"),
    python("catalogue", "futile-collections", fixed=("futile-collections",)),
    python("catalogue", "futile-collections", fixed=("futile-collections",), interpreter=NEW, version="-3.13"),
    python("batch", "futile-collections", interpreter=NEW, version="-3.13"),
    python("cycles", "cyclic-garbage", "costly-collections", fixed=("cyclic-garbage", "costly-collections")),
    python("cycles", "cyclic-garbage", "costly-collections", fixed=("cyclic-garbage", "costly-collections"), interpreter=NEW,
           version="-3.13"),
    python("explicit", "explicit-collections", fixed=("explicit-collections",)),
    python("explicit", "explicit-collections", fixed=("explicit-collections",), interpreter=NEW, version="-3.13"),
    python("finalizers", "cyclic-garbage", "costly-collections", fixed=("cyclic-garbage", "costly-collections")),
    # What grows in less than ten seconds may be a program that starts.
    python("growing", "growing-heap", fixed=("growing-heap",), seconds="12"),
    python("in_code", "futile-collections", fixed=("futile-collections",)),
    python("in_code", "futile-collections", fixed=("futile-collections",), interpreter=NEW, version="-3.13"),
    python("tracebacks", "kept-tracebacks", "costly-collections", "cyclic-garbage", fixed=("kept-tracebacks", "costly-collections")),
    python("tracebacks", "kept-tracebacks", "costly-collections", "cyclic-garbage", fixed=("kept-tracebacks", "costly-collections"),
           interpreter=NEW, version="-3.13"),
]
