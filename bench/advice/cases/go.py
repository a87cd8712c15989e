"""Go: names of programs/go/programs.go."""
from case import Case


def go(name, *cause, environment=None, fixed=()):
    return Case(f"go-{name}", "go", ("{built}/advice-go", name, "{seconds}"), cause, environment=environment or {}, fixed=fixed)


CASES = [
    go("allocating", "frequent-collections", fixed=("dominant-allocation-site",)),
    go("assists", "frequent-collections"),
    go("cache", "frequent-collections", "pointer-rich-heap"),
    go("forced", "frequent-collections", fixed=("frequent-collections",)),
    go("goroutines", "growing-live-heap", fixed=("growing-live-heap",)),
    go("growing", "growing-live-heap", fixed=("growing-live-heap",)),
    go("inCode", "frequent-collections", fixed=("frequent-collections",)),
    go("limit", "frequent-collections", environment={"GOMEMLIMIT": "46MiB"}),
    go("limitSet", "frequent-collections", fixed=("frequent-collections",)),
    go("pointers", "pointer-rich-heap", "frequent-collections", fixed=("pointer-rich-heap",)),
    go("readmem", "non-gc-stops", fixed=("non-gc-stops",)),
]
