"""A batch keeps many new containers for its whole run: young collections free nothing. Fixed: GC is off while loading."""
import gc

import advice

if advice.FIXED:
    gc.disable()


def request():
    rows = [(number, {"n": [number]}) for number in range(40_000)]
    return len(rows)


KEPT = [{"n": number} for number in range(100_000)]
advice.run(request)
