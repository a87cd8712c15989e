"""Whether a change brought what was promised, from repeated runs without and with it."""
import math
import statistics

# Student's t, 97.5 %, by degrees of freedom.
STUDENT = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45, 8: 2.31, 10: 2.23, 14: 2.14}
# An amount is compared for the same work: a closed loop does more work when less of its time goes into GC.
AMOUNTS = ("total_pause", "total_stop", "collections", "total_stall")
# Of how little of a promise it is idle; how much work lost, or how much longer requests and pauses, is harm.
IDLE, LESS_WORK, LONGER = 0.25, 0.05, 0.2
# Pauses and requests below this, in ms, are long for nobody (ZGC's pauses are below 0.1 ms).
FELT_MS = 1
# What a promise may miss: rounding, and the effect of the recording's edges.
SLACK = 0.05


def interval(before, after):
    """(mean, low, high) of after − before at 95 %, Welch."""
    difference = statistics.mean(after) - statistics.mean(before)
    parts = [(statistics.variance(side) if len(side) > 1 else 0) / len(side) for side in (before, after)]
    if not sum(parts):
        return difference, difference, difference
    freedom = sum(parts) ** 2 / sum(part ** 2 / max(1, len(side) - 1) for part, side in zip(parts, (before, after)))
    wide = STUDENT[max(key for key in STUDENT if key <= max(1, freedom))] * math.sqrt(sum(parts))
    return difference, difference - wide, difference + wide


def amount(run, metric, work):
    """A metric of a run; amounts as for `work` units of work."""
    value = run.get(metric)
    if value is None:
        return None
    return value * work / max(1, run["work"]) if metric in AMOUNTS else value


def judge(before, after, gain):
    """What was promised and came, and a word for it.

    Returns a dictionary: came (mean, low, high; improvement is positive), outcome (holds, more, less, wrong side, idle,
    no promise, failed), harm (sentences), and ratios of work, p99, longest pause, CPU for the same work and memory.
    """
    failed = [run["failed"] for run in after if "failed" in run]
    if failed:
        kept = any("failed" in run for run in before)
        return {"outcome": "failed", "came": None, "harm": [] if kept else [failed[0]], "ratios": {}}
    before = [run for run in before if "failed" not in run]
    if not before:
        return {"outcome": "no promise", "came": None, "harm": [], "ratios": {}}
    work = statistics.mean(run["work"] for run in before)
    ratios = {
        "work": ratio(before, after, lambda run: run["work"]),
        "p99": ratio(before, after, lambda run: run.get("p99_ms")),
        "longest": ratio(before, after, lambda run: run["max_pause"]),
        "cpu": ratio(before, after, lambda run: run["cpu_s"] / max(1, run["work"])),
        "memory": ratio(before, after, lambda run: run["rss_mib"]),
    }
    came = improvement(before, after, gain, work)
    return {"outcome": outcome(came, gain), "came": came, "harm": harms(before, after), "ratios": ratios}


def improvement(before, after, gain, work):
    if not gain:
        return None
    metric = gain["metric"]
    sides = [[amount(run, metric, work) for run in side] for side in (before, after)]
    if any(value is None for side in sides for value in side):
        return None
    sign = 1 if metric == "throughput" else -1
    mean, low, high = interval(*sides)
    return sign * mean, min(sign * low, sign * high), max(sign * low, sign * high)


def outcome(came, gain):
    if not gain:
        return "no promise"
    if came is None:
        return "not measured"
    mean, low, high = came
    if high < 0:
        return "wrong side"
    slack = SLACK * max(abs(gain["high"]), abs(gain["low"]))
    if mean < IDLE * gain["high"] and low < 0:
        return "idle"
    if high < gain["low"] - slack:
        return "less"
    return "more" if low > gain["high"] + slack else "holds"


def harms(before, after):
    """What got worse by more than chance."""
    found = []
    if significant(before, after, lambda run: run["work"], -LESS_WORK):
        found.append("less work")
    # A larger heap may trade single longer pauses for much more work: no harm where the work grew by more than the longest pause.
    work, longest = (ratio(before, after, lambda run: run[name]) or 1 for name in ("work", "max_pause"))
    if work < longest and significant(before, after, lambda run: max(FELT_MS, run["max_pause"]), LONGER):
        found.append("longer pauses")
    if significant(before, after, lambda run: run.get("p99_ms") and max(FELT_MS, run["p99_ms"]), LONGER):
        found.append("longer p99")
    return found


def significant(before, after, of, limit):
    sides = [[of(run) for run in side] for side in (before, after)]
    if any(value is None for side in sides for value in side) or not statistics.mean(sides[0]):
        return False
    mean, low, high = interval(*sides)
    change = mean / statistics.mean(sides[0])
    return change < limit and high < 0 if limit < 0 else change > limit and low > 0


def ratio(before, after, of):
    sides = [[of(run) for run in side] for side in (before, after)]
    if any(value is None for side in sides for value in side) or not statistics.mean(sides[0]):
        return None
    return statistics.mean(sides[1]) / statistics.mean(sides[0])
