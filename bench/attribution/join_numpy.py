"""The same join in numpy: two searchsorted look-ups into the pauses for each request, then partitions for percentiles."""
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


def stopped_before(at, starts, ends, before):
    i = np.searchsorted(ends, at, side="right")
    last = len(ends) - 1
    inside = np.clip(at - starts[np.minimum(i, last)], 0, None)
    return np.where(i <= last, before[np.minimum(i, last)] + inside, before[-1])


def join(starts, durations, pause_starts, pause_lengths):
    order = np.argsort(pause_starts, kind="stable")
    begin, length = pause_starts[order], pause_lengths[order]
    end = begin + length
    before = np.concatenate([[0], np.cumsum(length)])
    stopped = stopped_before(starts + durations, begin, end, before) - stopped_before(starts, begin, end, before)
    without = durations - stopped
    return {
        "touched": int(np.count_nonzero(stopped > 0)),
        "stopped_ns": int(stopped.sum()),
        "slow": int(np.count_nonzero(durations > THRESHOLD)),
        "slow_without": int(np.count_nonzero(without > THRESHOLD)),
        "percentiles_ns": nearest_ranks(durations),
        "percentiles_without_ns": nearest_ranks(without),
    }


def main(folder):
    data = [np.fromfile(f"{folder}/{name}", dtype="<i8") for name in ("starts", "durations", "pause_starts", "pause_lengths")]
    seconds, cpu = [], []
    for _ in range(ROUNDS):
        wall, used = time.perf_counter(), time.process_time()
        result = join(*data)
        seconds.append(time.perf_counter() - wall)
        cpu.append(time.process_time() - used)
    print(json.dumps({
        "first_seconds": seconds[0], "seconds": sorted(seconds)[ROUNDS // 2], "cpu_seconds": sorted(cpu)[ROUNDS // 2],
        "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, "result": result,
    }))


main(sys.argv[1])
