"""A web service of the standard library whose requests are recorded beside its collections: a catalogue that stays, and answers
whose objects die by reference counting.

    python3 web.py [--requests 300] [--freeze]

With --freeze the catalogue is out of the collector's sight, and the thresholds are higher. It asks itself, by a client of its own, one
request after the other. Prints one JSON object with what a counter of its own saw in gc.callbacks during each request.
"""
import argparse
import gc
import json
import os
import subprocess
import sys
import time
from wsgiref.simple_server import WSGIRequestHandler, make_server

try:
    import unpause_requests  # comes with `unpause run` and with `pip install ./agents/python`
except ImportError:
    unpause_requests = None

CLIENT = """
import sys, urllib.request
for number in range(int(sys.argv[2])):
    urllib.request.urlopen("http://127.0.0.1:%s/films/%d" % (sys.argv[1], number)).read()
"""


class Quiet(WSGIRequestHandler):
    def log_message(self, *_):
        pass


class Service:
    def __init__(self):
        self.films = [{"film": number, "actors": [number, number + 1]} for number in range(60_000)]
        self.seen = []
        self.runs = None
        gc.callbacks.append(self.count)

    def count(self, phase, info):
        if phase == "start":
            self.started = time.perf_counter_ns()
        elif self.runs is not None:
            self.runs.append((info["generation"], time.perf_counter_ns() - self.started))

    def __call__(self, environ, start_response):
        self.runs = []
        began = time.perf_counter_ns()
        number = int(environ["PATH_INFO"].rsplit("/", 1)[1])
        chosen = [{"film": self.films[(number * 7919 + i) % len(self.films)], "score": [i]} for i in range(3000)]
        self.seen.append(chosen[:40])
        body = str(len(chosen)).encode()
        took, runs, self.runs = time.perf_counter_ns() - began, self.runs, None
        self.truth.append({
            "ms": took / 1e6,
            "runs": [sum(one == generation for one, _ in runs) for generation in range(3)],
            "gc_ms": [sum(ns for one, ns in runs if one == generation) / 1e6 for generation in range(3)],
        })
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [body]

    truth = []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=300)
    parser.add_argument("--freeze", action="store_true")
    options = parser.parse_args()
    service = Service()
    if options.freeze:
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 20, 10)
    served = unpause_requests.WSGI(service) if unpause_requests else service
    server = make_server("127.0.0.1", 0, served, handler_class=Quiet)
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "UNPAUSE"))}
    client = subprocess.Popen([sys.executable, "-c", CLIENT, str(server.server_port), str(options.requests)], env=environment)
    for _ in range(options.requests):
        server.handle_request()
    client.wait()
    print(json.dumps({"requests": service.truth}))


if __name__ == "__main__":
    main()
