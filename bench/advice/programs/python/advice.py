"""Runs one unit of work again and again: NAME.py SECONDS [fixed]."""
import resource
import sys
import time

FIXED = sys.argv[2:] == ["fixed"]


def run(work):
    """Calls work() until the time is over, and prints the result line."""
    until, took, clock = time.monotonic() + float(sys.argv[1]), [], time.perf_counter
    while time.monotonic() < until:
        began = clock()
        work()
        took.append(clock() - began)
    took.sort()
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(f'advice-result {{"work": {len(took)}, "p99_ms": {took[len(took) * 99 // 100] * 1e3:.3f}, '
          f'"cpu_s": {usage.ru_utime + usage.ru_stime:.3f}, "rss_mib": {usage.ru_maxrss / 1024:.1f}}}', flush=True)
