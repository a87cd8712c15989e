"""Spans as OTLP JSON lines, in the file exporter's format: one trace per line, appended with one write.

Only the parts of OpenTelemetry that the lab needs, so that Flask is the only dependency: ids, parents, wall-clock
starts and ends in nanoseconds, and the resource attributes service.name and process.pid.
"""
import json
import os
import random
import time
from contextlib import contextmanager

INTERNAL, SERVER = 1, 2  # opentelemetry.proto.trace.v1.Span.SpanKind


class SpanFile:
    """Writes the traces of one single-threaded process; after a fork the child writes under its own process id."""

    def __init__(self, path, service):
        self.file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        self.service = service
        self.ids = random.SystemRandom()
        self.trace = ""
        self.open = []
        self.ended = []

    @contextmanager
    def span(self, name, kind=INTERNAL):
        """A span around a block. The outermost one starts a trace and writes it at its end."""
        if not self.open:
            self.trace = "%032x" % self.ids.getrandbits(128)
        parent = self.open[-1] if self.open else ""
        own = "%016x" % self.ids.getrandbits(64)
        self.open.append(own)
        started = time.time_ns()
        try:
            yield
        finally:
            ended = time.time_ns()
            self.open.pop()
            self.ended.append((own, parent, name, kind, started, ended))
            if not self.open:
                self._write()

    def _write(self):
        spans, self.ended = self.ended, []
        document = {"resourceSpans": [{
            "resource": {"attributes": [
                {"key": "service.name", "value": {"stringValue": self.service}},
                {"key": "process.pid", "value": {"intValue": str(os.getpid())}},
            ]},
            "scopeSpans": [{"scope": {"name": "labs.recommendations"}, "spans": [
                {
                    "traceId": self.trace, "spanId": own, "parentSpanId": parent, "name": name, "kind": kind,
                    "startTimeUnixNano": str(started), "endTimeUnixNano": str(ended), "status": {},
                }
                for own, parent, name, kind, started, ended in spans
            ]}],
        }]}
        os.write(self.file, json.dumps(document, separators=(",", ":")).encode() + b"\n")
