"""work.py allocate ROUNDS | work.py serve REQUESTS: a fixed amount of work in CPython. The first quarter warms up; of the rest
it prints the CPU time of the process, and for serve the requests' 99th percentile, in microseconds.

allocate is the worst case for recording GC: only containers that live for two collections of generation 0.
serve calls the lab's Flask service (labs/recommendations) through WSGI, without sockets.
"""
import io
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))


def allocate(rounds):
    for _ in range(rounds):
        [[] for _ in range(1400)]


def service():
    os.environ.setdefault("RECOMMENDATIONS_FILMS", "5000")
    sys.path.insert(0, os.path.join(HERE, "../../../labs/recommendations"))
    from service import app
    return app


def ask(app, requests):
    """Serves this many requests; returns their latencies in microseconds."""
    times = []
    for user in range(requests):
        environ = {
            "REQUEST_METHOD": "GET", "PATH_INFO": "/recommendations/%d" % user, "SERVER_NAME": "localhost", "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1", "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(), "wsgi.errors": sys.stderr,
        }
        started = time.perf_counter_ns()
        answer = app.wsgi_app(environ, lambda status, headers: None)
        b"".join(answer)
        answer.close()
        times.append((time.perf_counter_ns() - started) // 1000)
    return times


def main():
    count = int(sys.argv[2])
    if sys.argv[1] == "allocate":
        allocate(count // 4)
        began = time.process_time()
        allocate(count - count // 4)
        print("work_us=%d" % ((time.process_time() - began) * 1e6))
    else:
        app = service()
        ask(app, count // 4)
        began = time.process_time()
        times = sorted(ask(app, count - count // 4))
        used = time.process_time() - began
        print("work_us=%d p99_us=%d" % (used * 1e6, times[len(times) * 99 // 100]))


main()
