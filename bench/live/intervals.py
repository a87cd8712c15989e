"""Statistics of paired measurements."""
import math


def interval(values):
    """The order statistics between which the median lies with 95 % certainty (sign test); all values when they are few."""
    values, n = sorted(values), len(values)
    below, tail = 0, 0.0
    while below < n // 2 and (tail := tail + math.comb(n, below) / 2 ** n) <= 0.025:
        below += 1
    low = max(0, below - 1)
    return values[low], values[n - 1 - low]
