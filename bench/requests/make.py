"""Writes traces.jsonl (OTLP JSON lines, 112 MB, 320,000 spans) and access.log (nginx, 224 MB, 1.5 million lines); seeded."""
import json
import random
import sys

random.seed(1)
folder = sys.argv[1]
start = 1_700_000_000_000_000_000


def text(key, value):
    return {"key": key, "value": {"stringValue": value}}


def span(trace, own, parent, name, kind, at, length, attributes):
    return {"traceId": trace, "spanId": own, "parentSpanId": parent, "flags": 256, "name": name, "kind": kind,
            "startTimeUnixNano": str(at), "endTimeUnixNano": str(at + length), "attributes": attributes, "status": {}}


with open(f"{folder}/traces.jsonl", "w") as out:
    for batch in range(4000):
        spans = []
        for k in range(20):
            trace, root = f"{random.getrandbits(128):032x}", f"{random.getrandbits(64):016x}"
            at, length = start + batch * 1_000_000_000 + k * 5_000_000, random.randrange(1_000_000, 80_000_000)
            spans.append(span(trace, root, "", "GET /item/{id}", 2, at, length, [
                text("http.request.method", "GET"), text("url.path", f"/item/{batch * 20 + k}"),
                {"key": "http.response.status_code", "value": {"intValue": "200"}}, text("client.address", f"10.0.{k}.{batch % 255}")]))
            for child in range(3):
                spans.append(span(trace, f"{random.getrandbits(64):016x}", root, f"step {child}", 1, at + child * length // 3, length // 4, [text("step", f"s{child}")]))
        resource = {"attributes": [text("service.name", "shop"), {"key": "process.pid", "value": {"intValue": "42"}}]}
        out.write(json.dumps({"resourceSpans": [{"resource": resource, "scopeSpans": [{"scope": {"name": "lib"}, "spans": spans}]}]}, separators=(",", ":")) + "\n")

with open(f"{folder}/access.log", "w") as out:
    for i in range(1_500_000):
        s = i // 500
        out.write(f'10.0.{i % 255}.{i % 7} - - [15/Nov/2023:{s // 3600:02d}:{s // 60 % 60:02d}:{s % 60:02d} +0000] "GET /item/{i % 1000}?x={i} HTTP/1.1" 200 {i % 9999} '
                  f'"-" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36" {int(i % 20 == 0)}.{i % 997:03d}\n')
