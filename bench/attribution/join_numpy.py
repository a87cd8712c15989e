"""The same join in numpy. The usual form looks up both ends of every request with searchsorted and subtracts the pause time
before them. The best form that we found looks up only the start, and does the rest for the few requests that overlap a
pause. Percentiles use partition. numpy runs each step on one core.
usage: join_numpy.py FOLDER usual|best"""
import json
import resource
import sys
import time

import numpy as np

ROUNDS = 9
THRESHOLD = 20_000_000


def nearest_ranks(values):
    ranks = [max(1, (len(values) * per_mille + 999) // 1000) - 1 for per_mille in (500, 900, 990, 999, 1000)]
    return np.partition(values, ranks)[ranks].tolist()


def stopped_before(at, pause, starts, before):
    last = len(starts) - 1
    known = np.minimum(pause, last)
    return np.where(pause <= last, before[known] + np.clip(at - starts[known], 0, None), before[-1])


def usual(starts, durations, pause_starts, pause_lengths):
    order = np.argsort(pause_starts, kind="stable")
    begin, length = pause_starts[order], pause_lengths[order]
    end = begin + length
    before = np.concatenate([[0], np.cumsum(length)])
    completed = starts + durations
    stopped = stopped_before(completed, np.searchsorted(end, completed, side="right"), begin, before) - stopped_before(starts, np.searchsorted(end, starts, side="right"), begin, before)
    return answer(durations, durations - stopped, stopped, int(np.count_nonzero(stopped)))


def best(starts, durations, pause_starts, pause_lengths):
    order = np.argsort(pause_starts, kind="stable")
    begin, length = pause_starts[order], pause_lengths[order]
    end = begin + length
    before = np.concatenate([[0], np.cumsum(length)])
    following = np.searchsorted(end, starts, side="right")
    met = np.flatnonzero(starts + durations > np.append(begin, np.iinfo(np.int64).max)[following])
    arrived, completed = starts[met], starts[met] + durations[met]
    stopped = stopped_before(completed, np.searchsorted(end, completed, side="right"), begin, before) - stopped_before(arrived, following[met], begin, before)
    without = durations.copy()
    without[met] -= stopped
    return answer(durations, without, stopped, len(met))


def answer(durations, without, stopped, touched):
    return {
        "touched": touched,
        "stopped_ns": int(stopped.sum()),
        "slow": int(np.count_nonzero(durations > THRESHOLD)),
        "slow_without": int(np.count_nonzero(without > THRESHOLD)),
        "percentiles_ns": nearest_ranks(durations),
        "percentiles_without_ns": nearest_ranks(without),
    }


def main(folder, form):
    data = [np.fromfile(f"{folder}/{name}", dtype="<i8") for name in ("starts", "durations", "pause_starts", "pause_lengths")]
    seconds, cpu = [], []
    for _ in range(ROUNDS):
        wall, used = time.perf_counter(), time.process_time()
        result = form(*data)
        seconds.append(time.perf_counter() - wall)
        cpu.append(time.process_time() - used)
    print(json.dumps({
        "first_seconds": seconds[0], "seconds": sorted(seconds)[ROUNDS // 2], "cpu_seconds": sorted(cpu)[ROUNDS // 2],
        "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, "result": result,
    }))


main(sys.argv[1], {"usual": usual, "best": best}[sys.argv[2]])
