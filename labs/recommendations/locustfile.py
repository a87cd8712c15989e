"""Open-loop load for service.py: every visitor asks once a second, at a random moment of it, so N visitors are N
requests a second whatever the service does, as long as no answer takes longer than a second.

Locust's own constant_throughput would let each visitor repeat one moment for ever, and the same few would meet every
second; the moments here are drawn, from the same seed for every run that is to be compared.

Times are taken here because the request event of Locust's fast client rounds them to milliseconds.

LOAD_TEST_REQUESTS  where requests go as the client saw them: start_ms,duration_ms,name,pid
LOAD_TEST_SEED      which moments
LOAD_TEST_WARM_UP   seconds at the beginning of which no times are kept: connections, caches and the users themselves come up
"""
import gc
import itertools
import os
import random
import time

import gevent
from locust import events, task
from locust.contrib.fasthttp import FastHttpUser

SEED = int(os.environ.get("LOAD_TEST_SEED", "1"))
PERIOD = 1.0
KEPT_FROM = time.monotonic() + float(os.environ.get("LOAD_TEST_WARM_UP", "0"))
NAME = "/recommendations/<user>"
numbers = itertools.count()
requests = open(os.environ.get("LOAD_TEST_REQUESTS", os.devnull), "w", encoding="ascii")
requests.write("start_ms,duration_ms,name,pid\n")

# The load test is Python too: with all that Locust imports out of its collector's sight, it doesn't measure its own pauses.
gc.collect()
gc.freeze()


class Visitor(FastHttpUser):
    def on_start(self):
        number = next(numbers)
        self.source = random.Random(SEED * 1_000_003 + number)
        self.slot = time.monotonic()
        gevent.sleep(self.source.random() * PERIOD)

    def wait_time(self):
        late = time.monotonic() - self.slot
        self.slot += PERIOD * max(1, int(late / PERIOD))
        return max(0.0, self.slot + self.source.random() * PERIOD - time.monotonic())

    @task
    def recommendations(self):
        started = time.time_ns()
        response = self.client.get("/recommendations/%d" % self.source.randrange(100_000), name=NAME)
        ended = time.time_ns()
        if response.status_code == 200 and time.monotonic() >= KEPT_FROM:
            requests.write("%.3f,%.3f,%s,%s\n" % (started / 1e6, (ended - started) / 1e6, NAME, response.headers.get("X-Process-Id", "")))


@events.quitting.add_listener
def close(**_):
    requests.close()
