"""The program sets low thresholds in code beside a live heap. Fixed: it sets those that are advised."""
import gc

import advice

gc.set_threshold(700, 5, 3)
if advice.FIXED:
    gc.set_threshold(10_000, 20, 10)
CATALOGUE = [{"id": number, "tags": [number], "price": {"net": number}} for number in range(100_000)]
RECENT = []


def request():
    RECENT.append([{"row": number, "item": CATALOGUE[number]} for number in range(300)])
    if len(RECENT) > 400:
        del RECENT[:200]


advice.run(request)
