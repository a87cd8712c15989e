"""Open-loop load for service.py: every user sends one request per second, at a random time within it. N users are N
requests per second, whatever the service does, as long as no response takes longer than a second.

Locust's constant_throughput would repeat the same time within each second for ever. Here the times are random, with the
same seed for all runs of a comparison.

Times are taken here because the request event of Locust's fast client rounds them to milliseconds.

LOAD_TEST_REQUESTS  the file for the client's times: start_ms,duration_ms,name,pid
LOAD_TEST_SEED      the seed of the random times
LOAD_TEST_WARM_UP   seconds at the start that are left out: connections, caches and users start then
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

# The load test is Python too: all modules of Locust are frozen, so that it does not measure its own GC pauses.
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
