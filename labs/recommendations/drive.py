"""Runs the service under load once: starts gunicorn, waits until it answers, runs Locust, stops both.

    /usr/bin/python3 -I drive.py FOLDER [--seconds 25] [--rate 80] [--workers 1] [--seed 1]

Writes FOLDER/spans.jsonl (the service's traces), FOLDER/requests.csv (times at the client) and FOLDER/locust.log. The
service's environment variables (see service.py) are passed on. With -I, the recorder's agent is not loaded into the load
test, and records only the service. Exits with 1 if a request failed.
"""
import argparse
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
READY_SECONDS = 120


def start_service(listener, workers, folder):
    # gunicorn inherits the listening socket: no port has to be guessed, and no request is refused while it loads.
    environment = {**os.environ, "RECOMMENDATIONS_SPANS": os.path.join(folder, "spans.jsonl")}
    return subprocess.Popen(
        [sys.executable, "-B", "-m", "gunicorn", "--bind", "fd://%d" % listener.fileno(), "--workers", str(workers),
         "--timeout", str(READY_SECONDS), "--log-level", "warning", "--chdir", HERE, "service:app"],
        env=environment, pass_fds=[listener.fileno()])


def wait_until_ready(service, url):
    deadline = time.monotonic() + READY_SECONDS
    while True:
        if service.poll() is not None:
            sys.exit("the service exited with code %d before it answered" % service.returncode)
        try:
            with urllib.request.urlopen(url + "/ready", timeout=deadline - time.monotonic()):
                return
        except OSError as error:
            if time.monotonic() >= deadline:
                sys.exit("the service did not answer within %d s: %s" % (READY_SECONDS, error))
            time.sleep(0.1)


def go_first():
    """With a real-time priority, the load test runs one level above the service: it must not measure its own delays."""
    if os.sched_getscheduler(0) in (os.SCHED_RR, os.SCHED_FIFO):
        priority = min(os.sched_getparam(0).sched_priority + 1, os.sched_get_priority_max(os.SCHED_RR))
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(priority))


def start_load(options, url):
    environment = {
        **os.environ, "LOAD_TEST_REQUESTS": os.path.join(options.folder, "requests.csv"), "LOAD_TEST_SEED": str(options.seed),
        "LOAD_TEST_WARM_UP": str(min(5, options.seconds / 10)),
    }
    with open(os.path.join(options.folder, "locust.log"), "w") as log:
        return subprocess.Popen(
            [sys.executable, "-I", "-B", "-m", "locust", "-f", os.path.join(HERE, "locustfile.py"), "--headless", "--only-summary",
             "-u", str(options.rate), "-r", str(options.rate), "-t", "%ds" % options.seconds, "--stop-timeout", "5", "--host", url],
            env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=go_first)


def stop(process):
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def main():
    parser = argparse.ArgumentParser(description="Runs the recommendations service under load once.")
    parser.add_argument("folder")
    parser.add_argument("--seconds", type=int, default=25)
    parser.add_argument("--rate", type=int, default=80, help="requests per second")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.folder = os.path.abspath(options.folder)  # gunicorn changes to the folder of the service
    os.makedirs(options.folder, exist_ok=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    running = []
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as listener:
        url = "http://127.0.0.1:%d" % listener.getsockname()[1]
        try:
            running.append(start_service(listener, options.workers, options.folder))
            wait_until_ready(running[0], url)
            running.append(start_load(options, url))
            code = running[1].wait()
        except KeyboardInterrupt:
            sys.exit(130)
        finally:
            for process in reversed(running):
                stop(process)
    if code != 0:
        with open(os.path.join(options.folder, "locust.log")) as log:
            sys.exit("Locust exited with code %d:\n%s" % (code, log.read()[-2000:]))


if __name__ == "__main__":
    main()
