"""Ratios of two variants with a 95 % confidence interval, by bootstrap over rounds: both variants of a round are resampled together, and
their sums are divided. With few rounds, percentile intervals are too narrow. They are widened by the factor of Student's t over the
normal distribution (Hesterberg, What Teachers Should Know About the Bootstrap, 2015, section 5.3)."""
import math
import random
import statistics

DRAWS = 4000
LEAST_ROUNDS = 3
# The 97.5 % quantile of Student's t by degrees of freedom; beyond, the next lower one is used.
STUDENT = {2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365, 8: 2.306, 9: 2.262, 11: 2.201, 14: 2.145, 19: 2.093, 29: 2.045}


def tail(rounds):
    """The share of the draws outside of the interval at each end: 2.5 % for many rounds, less for few."""
    quantile = STUDENT[max(degrees for degrees in STUDENT if degrees < rounds)]
    return statistics.NormalDist().cdf(-quantile * math.sqrt(rounds / (rounds - 1)))


def divided(pairs):
    own, base = (sum(values) for values in zip(*pairs))
    return own / base if base else None


def ratio(pairs):
    """(ratio, low, high) of pairs (own, base), one a round; None where the base is 0, low and high None for too few rounds."""
    middle = divided(pairs)
    if middle is None or len(pairs) < LEAST_ROUNDS:
        return middle, None, None
    source = random.Random(1)
    draws = (divided(source.choices(pairs, k=len(pairs))) for _ in range(DRAWS))
    found = sorted(math.inf if draw is None else draw for draw in draws)
    outside = int(tail(len(pairs)) * DRAWS)
    return middle, found[outside], found[-1 - outside]
