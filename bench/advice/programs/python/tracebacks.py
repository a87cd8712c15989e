"""Caught exceptions are kept with their frames, in cycles. Fixed: they are not stored."""
import advice

KEPT = [[number] for number in range(60_000)]


def fail(depth):
    rows = [[number] for number in range(20)]
    if depth == 0:
        raise ValueError(len(rows))
    fail(depth - 1)


def request():
    error = None
    try:
        fail(8)
    except ValueError as caught:
        if not advice.FIXED:
            error = caught
    return len(str(error))


advice.run(request)
