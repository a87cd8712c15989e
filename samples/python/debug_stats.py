"""Prints what gc.DEBUG_STATS says between lines of its own.

    python3 debug_stats.py 2>&1
"""
import gc

gc.set_debug(gc.DEBUG_STATS)
kept = []
for line in range(20):
    print("line", line, flush=True)
    kept.append([[number] for number in range(300)])
for _ in range(100):
    cycle = []
    cycle.append(cycle)
del cycle
print("freed by asking:", gc.collect(), flush=True)
gc.set_debug(0)
