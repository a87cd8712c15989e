#!/usr/bin/env python3
"""Checks Chrome trace event JSON against what its readers want: python3 validate_trace_events.py FILE|-

Required keys, numeric times, events of one track in order of time, B and E in pairs, complete events that nest
(perfetto.dev/docs/faq, "overlapping events"), a name for every process and track, counters that are numbers.
Prints what is wrong, at most twenty lines, and exits with 1; prints nothing and exits with 0 when all is well.
"""
import json
import sys
from numbers import Real


def main(path):
    trace = json.load(sys.stdin.buffer if path == "-" else open(path, "rb"))
    events = trace.get("traceEvents")
    if not isinstance(events, list):
        return ["no list traceEvents"]
    problems = []
    tracks: dict = {}
    for index, event in enumerate(events):
        wrong = keys(event)
        problems += [f"event {index}: {what}" for what in wrong]
        if not wrong and event["ph"] in "XBEC":
            # The counters of a process are a track of their own for each name.
            part = event["name"] if event["ph"] == "C" else None
            tracks.setdefault((event["pid"], event["tid"], part), []).append(event)
    for track, own in tracks.items():
        problems += [f"track {track}: {what}" for what in order(own) + nesting(own)]
    return problems + unnamed(events, tracks)


def keys(event):
    missing = [key for key in ("ph", "name", "pid", "tid", "ts") if key not in event]
    if missing:
        return [f"no {key}" for key in missing]
    wrong = []
    if not number(event["ts"]) or event["ts"] < 0:
        wrong.append(f"ts {event['ts']!r}")
    if event["ph"] == "X" and (not number(event.get("dur")) or event["dur"] < 0):
        wrong.append(f"dur {event.get('dur')!r}")
    if event["ph"] == "C" and not all(number(value) for value in event["args"].values()):
        wrong.append(f"counter {event['args']!r}")
    if event["ph"] not in "XBECM":
        wrong.append(f"unexpected phase {event['ph']!r}")
    return wrong


def number(value):
    return isinstance(value, Real) and not isinstance(value, bool)


def order(events):
    return [f"{b['name']} at {b['ts']} stands after {a['ts']}" for a, b in zip(events, events[1:]) if b["ts"] < a["ts"]][:3]


def nesting(events):
    problems: list[str] = []
    stack: list[int] = []
    begun: list[str] = []
    for event in events:
        if event["ph"] == "X":
            # Nanoseconds as integers: sums of fractions of microseconds are not exact.
            start = round(event["ts"] * 1000)
            end = start + round(event["dur"] * 1000)
            while stack and stack[-1] <= start:
                stack.pop()
            if stack and end > stack[-1]:
                problems.append(f"{event['name']} at {event['ts']} crosses the event it begins in")
            stack.append(end)
        if event["ph"] == "B":
            begun.append(event["name"])
        if event["ph"] == "E" and (not begun or begun.pop() != event["name"]):
            return problems + [f"E of {event['name']} at {event['ts']} without its B"]
    return problems + [f"{name} never ended" for name in begun]


def unnamed(events, tracks):
    named: set[tuple] = {("process_name", e["pid"]) for e in events if e.get("name") == "process_name"}
    named |= {("thread_name", e["pid"], e["tid"]) for e in events if e.get("name") == "thread_name"}
    wanted: set[tuple] = {("process_name", pid) for pid, _, _ in tracks}
    wanted |= {("thread_name", pid, tid) for pid, tid, part in tracks if part is None}
    return [f"{what[0]} is missing for {what[1:]}" for what in sorted(wanted - named)]


if __name__ == "__main__":
    found = main(sys.argv[1])
    for line in found[:20]:
        print(line)
    sys.exit(1 if found else 0)
