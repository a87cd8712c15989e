"""The Markdown table of what was measured."""
import math
import statistics

from interval import interval, percent
from workloads import ALLOCATOR, WORKLOADS

AGAIN = "plain again (A/A)"
HALF_WIDTH_PERCENT, HALF_WIDTH_HELLO_MS = 0.5, 0.5
FEWEST_PAIRS = 20


def mean_plain(runs, key):
    """Both plain runs of a block as one: their geometric mean."""
    return math.sqrt(runs["plain"][key] * runs[AGAIN][key])


def ratios(blocks, arm, key):
    """Logarithms of recorded ÷ plain. Plain again is compared with plain (A/A)."""
    with_arm = [block["runs"] for block in blocks if arm in block["runs"] and key in block["runs"][arm]]
    if arm == AGAIN:
        return [math.log(runs[AGAIN][key] / runs["plain"][key]) for runs in with_arm]
    return [math.log(runs[arm][key] / mean_plain(runs, key)) for runs in with_arm]


def hello_milliseconds(blocks, arm):
    """Differences of CPU time, in milliseconds."""
    with_arm = [block["runs"] for block in blocks if arm in block["runs"]]
    if arm == AGAIN:
        return [(runs[AGAIN]["cpu_us"] - runs["plain"]["cpu_us"]) / 1000 for runs in with_arm]
    return [(runs[arm]["cpu_us"] - (runs["plain"]["cpu_us"] + runs[AGAIN]["cpu_us"]) / 2) / 1000 for runs in with_arm]


def of(name, blocks, arm):
    """(middle, low, high) of what the arm adds: per cent of CPU time at work, or milliseconds for a hello."""
    if WORKLOADS[name].is_hello:
        return interval(hello_milliseconds(blocks, arm))
    return tuple(percent(value) for value in interval(ratios(blocks, arm, "work_us")))


def settled(name, blocks, arm):
    """Whether the interval is as narrow as is wanted."""
    pairs = sum(arm in block["runs"] for block in blocks)
    if pairs < FEWEST_PAIRS:
        return False
    _, low, high = of(name, blocks, arm)
    return (high - low) / 2 <= (HALF_WIDTH_HELLO_MS if WORKLOADS[name].is_hello else HALF_WIDTH_PERCENT)


def show(values, unit):
    middle, low, high = values
    if low is None:
        return f"{middle:+.1f}{unit} (too few)"
    return f"{middle:+.1f}{unit} ({low:+.1f} to {high:+.1f})"


def verdict(name, arm, values):
    goal = WORKLOADS[name].goal
    if goal is None or arm != "pauses":
        return "–"
    _, low, high = values
    if low is None or low <= goal < high:
        return f"≤ {goal:g} %: unresolved"
    return f"≤ {goal:g} %: {'met' if high <= goal else 'missed'}"


def per_collection(name, blocks, arm, values):
    """What the middle is for each collection: rounds of an allocator are alike, so three quarters of them are at work."""
    if arm == AGAIN or WORKLOADS[name].goal != ALLOCATOR or not blocks[-1]["collections"]:
        return "–"
    plain = statistics.median(block["runs"]["plain"]["work_us"] for block in blocks)
    return f"{values[0] / 100 * plain / (0.75 * blocks[-1]['collections']):.1f} µs"


def latency(blocks, arm):
    pairs = [(block["runs"]["plain"]["p99_us"], block["runs"][arm]["p99_us"]) for block in blocks
             if arm in block["runs"] and "p99_us" in block["runs"][arm]]
    if not pairs:
        return "–"
    plain, recorded = (statistics.median(side) / 1000 for side in zip(*pairs))
    return f"{plain:.2f} → {recorded:.2f} ms"


def row(name, blocks, arm):
    runs = [block["runs"][arm] for block in blocks if arm in block["runs"]]
    values = of(name, blocks, arm)
    hello = WORKLOADS[name].is_hello
    whole = "–" if hello else show(tuple(percent(value) for value in interval(ratios(blocks, arm, "cpu_us"))), " %")
    own = "–" if arm == AGAIN else f"{statistics.median(run['own_us'] for run in runs) / 1000:.0f} ms"
    plain = statistics.median(block["runs"]["plain"]["cpu_us"] for block in blocks) / 1000
    cells = [f"{name} ({plain:.0f} ms)", arm, str(len(runs)), show(values, " ms" if hello else " %"), whole,
             per_collection(name, blocks, arm, values), latency(blocks, arm), own, verdict(name, arm, values)]
    return "| " + " | ".join(cells) + " |"


COLUMNS = ["program (CPU, plain)", "profile", "pairs", "CPU at work (95 % interval)", "CPU of the whole run", "a collection",
           "p99 plain → recorded", "unpause's own CPU", "goal"]
HEAD = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|"


def table(blocks):
    """The table of the blocks, program by program in the order of the list."""
    lines = [HEAD]
    for name, workload in WORKLOADS.items():
        mine = [block for block in blocks if block["program"] == name]
        lines += [row(name, mine, arm) for arm in (AGAIN, *workload.profiles) if any(arm in block["runs"] for block in mine)]
    return "\n".join(lines)
