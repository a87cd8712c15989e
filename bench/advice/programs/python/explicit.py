"""gc.collect() in each request. Fixed: without."""
import gc

import advice

SESSIONS = [{"id": number, "basket": []} for number in range(30_000)]


def request():
    for _ in range(20):
        sum(row["id"] for row in SESSIONS[:500])
    if not advice.FIXED:
        gc.collect()


advice.run(request)
