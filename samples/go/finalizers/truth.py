"""What go tool trace says of the goroutine that runs finalizers: go tool trace -d=parsed FILE | python3 truth.py RUNNER

FILE's text is that of Go 1.26's tool, which reads all versions; RUNNER is runtime.runfinq, runtime.runFinalizers or runtime.runCleanups.
It is idle where the reason of its wait is the runtime's own, which traces up to Go 1.21 don't tell: there a wait counts whose stack has
no frame of package main. Times in nanoseconds.
"""
import json
import re
import sys

STATE = re.compile(r'Time=(\d+) GoID=(\d+) (\w+)->(\w+) Reason="([^"]*)"')


def main():
    runner, events, stack = sys.argv[1], [], []
    for line in sys.stdin:
        found = STATE.search(line)
        if found:
            time, goroutine, before, after, reason = found.groups()
            stack = []
            events.append((int(time), goroutine, before, after, reason, stack))
        elif line.startswith('Stack='):
            stack = []
        elif re.match(r'\t[^\t]', line):
            stack.append(line.split()[0])
    goroutines = {event[1] for event in events if runner in event[5] and event[2] == 'Running'}
    goroutine, = goroutines
    sums, since, state = {}, None, None
    for time, which, _, after, reason, frames in events:
        if which != goroutine:
            continue
        if state is not None:
            sums[state] = sums.get(state, 0) + time - since
        idle = after == 'Waiting' and reason != 'preempted' and (
            reason == 'system goroutine wait' or not any(frame.startswith('main.') for frame in frames))
        since, state = time, 'Idle' if idle else after
    print(json.dumps({'goroutine': int(goroutine), 'last': state, **sums}))


main()
