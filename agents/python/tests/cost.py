"""Measures what the agent adds to one collection, and the middleware to one request, in microseconds: alternating runs with and
without a recording.

    python3 agents/python/tests/cost.py
"""
import os
import statistics
import subprocess
import sys
import tempfile

AGENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PROGRAM = """
import gc, time
gc.collect()
def many(n):
    collect = gc.collect
    began = time.perf_counter_ns()
    for _ in range(n):
        collect(0)
    return (time.perf_counter_ns() - began) / n / 1000
many(2000)
print(min(many(2000) for _ in range(10)))
"""
SERVICE = """
import gc, time, unpause_requests
def app(environ, start_response):
    start_response("200 OK", [])
    return [b"x"]
served = unpause_requests.WSGI(app)
environ = {"REQUEST_METHOD": "GET", "PATH_INFO": "/films/1", "HTTP_TRACEPARENT": "00-%032x-%016x-01" % (1 << 100, 1)}
def many(n):
    began = time.perf_counter_ns()
    for _ in range(n):
        answer = served(environ, lambda *_: None)
        list(answer)
        getattr(answer, "close", int)()
    return (time.perf_counter_ns() - began) / n / 1000
many(2000)
print(min(many(2000) for _ in range(10)))
"""


def measure(program, recording_directory):
    environment = dict(os.environ, PYTHONPATH=AGENT, UNPAUSE_RECORDING_DIR=recording_directory)
    return float(subprocess.run([sys.executable, "-c", program], env=environment, check=True, stdout=subprocess.PIPE).stdout)


def compare(what, program):
    with tempfile.TemporaryDirectory() as directory:
        pairs = [(measure(program, ""), measure(program, directory)) for _ in range(9)]
    added = sorted(with_agent - without for without, with_agent in pairs)
    print("CPython %s: %s takes %.2f us, recorded %.2f us; added: median %.2f us (%.2f to %.2f, 9 pairs)" % (
        sys.version.split()[0], what, statistics.median(p[0] for p in pairs), statistics.median(p[1] for p in pairs),
        statistics.median(added), added[0], added[-1]))


def main():
    compare("an empty gen0 collection", PROGRAM)
    compare("a request that does nothing", SERVICE)


if __name__ == "__main__":
    main()
