"""A catalogue of containers stays; requests keep new ones for a while: full collections search it again and again.
Fixed: gc.freeze() after loading."""
import gc

import advice

CATALOGUE = [{"id": number, "tags": [number], "price": {"net": number}} for number in range(150_000)]
RECENT = []
if advice.FIXED:
    gc.collect()
    gc.freeze()


def request():
    rows = [{"row": number, "item": CATALOGUE[number]} for number in range(300)]
    RECENT.append(rows)
    if len(RECENT) > 400:
        del RECENT[:200]


advice.run(request)
