"""A dictionary of containers that only grows. Fixed: it is bounded."""
import collections

import advice

SEEN = collections.OrderedDict()
COUNT = [0]


def request():
    sum(range(20_000))
    for _ in range(40):
        COUNT[0] += 1
        SEEN[COUNT[0]] = {"path": [COUNT[0]], "user": {"id": COUNT[0]}}
        if advice.FIXED and len(SEEN) > 2000:
            SEEN.popitem(last=False)


advice.run(request)
