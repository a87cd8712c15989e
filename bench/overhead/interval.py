"""The middle of paired differences and its 95 % interval: Hodges and Lehmann's estimate (the median of the means of all
pairs of values) with the interval of Wilcoxon's signed-rank test (Hollander, Wolfe, Chicken: Nonparametric Statistical
Methods, 3rd edition, sections 3.2 and 3.3). It does not assume a normal distribution and is robust to outliers. The result
has the unit of the values.
"""
import itertools
import math
import statistics

EXACT_UP_TO = 60


def rank_below(n):
    """How many of the sorted n(n+1)/2 means lie outside the interval at each end; -1 when n is too small for 95 %."""
    if n <= EXACT_UP_TO:
        ways = [1]  # ways[w]: subsets of the ranks 1…n whose sum is w
        for rank in range(1, n + 1):
            longer = ways + [0] * rank
            for sum_of_ranks, count in enumerate(ways):
                longer[sum_of_ranks + rank] += count
            ways = longer
        tails = itertools.accumulate(ways)
        return sum(1 for tail in tails if tail <= 0.025 * 2 ** n) - 1
    mean, deviation = n * (n + 1) / 4, math.sqrt(n * (n + 1) * (2 * n + 1) / 24)
    return math.floor(mean - 1.959964 * deviation) - 1


def interval(values):
    """(middle, low, high); low and high are None when the values are too few for 95 % (fewer than 6)."""
    means = sorted((a + b) / 2 for a, b in itertools.combinations_with_replacement(values, 2))
    below = rank_below(len(values))
    if below < 0:
        return statistics.median(means), None, None
    return statistics.median(means), means[below], means[-1 - below]


def percent(log_ratio):
    """Per cent more, of the logarithm of a ratio."""
    return None if log_ratio is None else 100 * math.expm1(log_ratio)
