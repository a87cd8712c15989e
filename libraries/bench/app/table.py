"""The Markdown page of libraries/bench/app/run: a table for each mode and size of gen0, and which goals are reached."""
import collections
import os
import platform
import statistics
import subprocess

from intervals import ratio

BASE = "presized"
# In the order of the tables; bench-app knows them by the same names.
VARIANTS = ["plain", BASE, "ours", "pooled", "arrays"]
MEBI = 1 << 20
# Name, format, unit, and the value of one process. Ratios are of sums over the rounds.
COLUMNS = [
    ("throughput", "{:.0f}", "/s", lambda run: run["Requests"] / run["Seconds"]),
    ("CPU a request", "{:.2f}", " ms", lambda run: run["CpuMilliseconds"] / run["Requests"]),
    ("p50", "{:.1f}", " ms", lambda run: run["P50Milliseconds"]),
    ("p99", "{:.0f}", " ms", lambda run: run["P99Milliseconds"]),
    ("gen0", "{:.0f}", "", lambda run: 1000 * run["Gen0"] / run["Requests"]),
    ("gen1", "{:.0f}", "", lambda run: 1000 * run["Gen1"] / run["Requests"]),
    ("gen2", "{:.0f}", "", lambda run: 1000 * run["Gen2"] / run["Requests"]),
    ("in pauses", "{:.2f}", " %", lambda run: run["PauseMilliseconds"] / run["Seconds"] / 10),
    # A faster variant serves more requests per second, so the same pauses per request are a larger share of the time.
    ("pauses a request", "{:.2f}", " ms", lambda run: run["PauseMilliseconds"] / run["Requests"]),
    ("peak memory", "{:.0f}", " MiB", lambda run: run["PeakBytes"] / MEBI),
    ("without live objects", "{:.0f}", " MiB", lambda run: (run["PeakBytes"] - run["LiveBytes"]) / MEBI),
    ("allocated a request", "{:.2f}", " MiB", lambda run: run["AllocatedBytes"] / run["Requests"] / MEBI),
]
VALUES = {name: value for name, _, _, value in COLUMNS}
# Issue 19: metric, baseline, maximum ratio, and whether the upper bound of the interval must be below it.
GOALS = [
    ("in pauses", BASE, 1.05, True),
    ("CPU a request", BASE, 1.1, False),
    ("without live objects", "plain", 0.5, False),
    ("gen2", "plain", 0.1, False),
]
JUDGED = ["ours", "pooled"]


def by_cell(outcomes):
    cells = collections.defaultdict(lambda: collections.defaultdict(dict))
    for run in outcomes:
        cells[run["Mode"], run["Gen0Size"]][run["Variant"]][run["Round"]] = run
    return cells


def compared(cell, variant, base, value):
    rounds = [number for number in cell[base] if number in cell[variant]]
    return ratio([(value(cell[variant][number]), value(cell[base][number])) for number in rounds])


def shown(found):
    middle, low, high = found
    if middle is None:
        return "-"
    return f"{middle:.2f}" if low is None else f"{middle:.2f} ({low:.2f} to {high:.2f})"


def rows(cell):
    yield "| variant | " + " | ".join(name for name, *_ in COLUMNS) + " |"
    yield "|---" * (len(COLUMNS) + 1) + "|"
    for variant in sorted(cell, key=VARIANTS.index):
        texts = []
        for _, form, unit, value in COLUMNS:
            text = form.format(statistics.mean(map(value, cell[variant].values()))) + unit
            texts.append(text if variant == BASE else f"{text}<br>{shown(compared(cell, variant, BASE, value))}")
        yield f"| {variant} | " + " | ".join(texts) + " |"


def goals(cells):
    yield "| mode | gen0 | variant | " + " | ".join(
        f"{name} ≤ {most} × {base}{' (upper bound)' if upper else ''}" for name, base, most, upper in GOALS) + " |"
    yield "|---" * (len(GOALS) + 3) + "|"
    for (mode, gen0), cell in cells.items():
        for variant in JUDGED:
            if variant in cell:
                yield f"| {mode} | {gen0} | {variant} | " + " | ".join(judged(cell, variant, goal) for goal in GOALS) + " |"


def judged(cell, variant, goal):
    name, base, most, upper = goal
    if base not in cell:
        return "-"
    found = compared(cell, variant, base, VALUES[name])
    value = found[2] if upper else found[0]
    verdict = "open" if value is None else "reached" if value <= most else "**missed**"
    return f"{verdict}: {shown(found)}"


def processor():
    with open("/proc/cpuinfo") as file:
        return next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), platform.machine())


def head(outcomes):
    rounds = 1 + max(run["Round"] for run in outcomes)
    version = subprocess.run(["dotnet", "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    others = [100 * run["Others"] / os.cpu_count() for run in outcomes]
    yield "# Results of `libraries/bench/app/run`"
    yield ""
    loads = [run["Load"] for run in outcomes]
    yield (f"{outcomes[0]['At']} to {outcomes[-1]['At']} UTC, {os.cpu_count()} processors ({processor()}), SDK {version}, "
           f"{platform.system()} {platform.release()}. Load {loads[0]:.1f} before the first process, at most {max(loads):.1f}, with the bench's own "
           f"four threads. Other processes took {statistics.mean(others):.0f} % of all processors on average while a process was measured, "
           f"{max(others):.0f} % at most.")
    yield ""
    yield (f"{rounds} rounds, {outcomes[0]['Requests']} requests a process after {outcomes[0]['Requests'] // 3} to warm up. Means of the "
           "rounds; below them the ratio to presized, with its 95 % interval from three rounds on. Collections are for each 1,000 requests, of each "
           "generation alone. Memory is resident memory at its peak, with and without what the live objects take. "
           "`libraries/bench/app/run --help` says what a request is.")


def page(outcomes):
    cells = by_cell(outcomes)
    lines = [*head(outcomes), "", "## Goals", "", *goals(cells)]
    for (mode, gen0), cell in cells.items():
        lines += ["", f"## {mode}, gen0 {gen0}", "", f"The runtime says: {next(iter(cell[BASE].values()))['Configuration']}.", "", *rows(cell)]
    return "\n".join(lines) + "\n"
