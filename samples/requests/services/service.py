"""A service that calls others in parallel, with its spans as lines of OTLP: service.py NAME PORT SECONDS [PORT_OF_A_CHILD...]"""
import gc
import json
import os
import random
import sys
import threading
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

NAME, PORT, SECONDS, CHILDREN = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), [int(port) for port in sys.argv[4:]]
SERVER, CLIENT = 2, 3
kept = [[number] for number in range(600_000 if NAME == "inventory" else 150_000)]
lock = threading.Lock()
pool = ThreadPoolExecutor(16)
output = open(f"{NAME}.jsonl", "w", encoding="utf-8")


def attribute(key, kind, value):
    return {"key": key, "value": {kind: value}}


def emit(trace, span, parent, name, kind, start, end):
    resource = {"attributes": [attribute("service.name", "stringValue", NAME), attribute("process.pid", "intValue", str(os.getpid()))]}
    one = {"traceId": trace, "spanId": span, "parentSpanId": parent, "name": name, "kind": kind,
           "startTimeUnixNano": str(start), "endTimeUnixNano": str(end)}
    with lock:
        output.write(json.dumps({"resourceSpans": [{"resource": resource, "scopeSpans": [{"spans": [one]}]}]}) + "\n")


def new_id():
    return f"{random.getrandbits(64) | 1:016x}"


class Handler(BaseHTTPRequestHandler):
    def log_message(self, *parts):
        pass

    def do_GET(self):
        start = time.time_ns()
        _, trace, parent, *_ = (self.headers.get("traceparent") or f"00-{random.getrandbits(128):032x}--").split("-")
        own = new_id()

        def call(port):
            span, began = new_id(), time.time_ns()
            headers = {"traceparent": f"00-{trace}-{span}-01"}
            urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}/", headers=headers)).read()
            emit(trace, span, own, f"GET :{port}", CLIENT, began, time.time_ns())

        for done in [pool.submit(call, port) for port in CHILDREN]:
            done.result()
        _ = [[number] for number in range(2000)]
        if NAME == "pricing":
            time.sleep(0.004)
        if NAME == "inventory" and random.random() < 0.03:
            gc.collect()
        emit(trace, own, parent, "GET /", SERVER, start, time.time_ns())
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")


server = ThreadingHTTPServer(("127.0.0.1", PORT), Handler)
threading.Timer(SECONDS, server.shutdown).start()
server.serve_forever()
output.close()
