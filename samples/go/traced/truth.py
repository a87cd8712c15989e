"""What go tool trace says of a trace, added up: go tool trace -d=parsed FILE | python3 truth.py PROGRAM.json

FILE's text is that of Go 1.26's tool, which reads all versions; PROGRAM.json is what the program itself said. Times in nanoseconds.
"""
import json
import re
import sys

HEAD = re.compile(r'M=(-?\d+) P=(-?\d+) G=(-?\d+) (\w+) Time=(\d+) ?(.*)')
RANGE = re.compile(r'Name="([^"]*)" Scope=(\S+)')
STATE = re.compile(r'GoID=(\d+) (\w+)->(\w+)(?: Reason="([^"]*)")?')
TASK = re.compile(r'ID=(\d+) Parent=\d+ Type="?([^"\s]*)"?')


def add(sums, name, length):
    row = sums.setdefault(name, {'count': 0, 'total_ns': 0, 'longest_ns': 0})
    row['count'] += 1
    row['total_ns'] += length
    row['longest_ns'] = max(row['longest_ns'], length)


def main():
    sums, ranges, states, tasks = {}, {}, {}, {}
    for line in sys.stdin:
        head = HEAD.match(line)
        if not head:
            continue
        kind, time, rest = head[4], int(head[5]), head[6]
        if kind in ('RangeBegin', 'RangeActive', 'RangeEnd'):
            found = RANGE.search(rest)
            if kind != 'RangeEnd':
                ranges.setdefault(found.groups(), time)
            elif found.groups() in ranges:
                add(sums, found[1], time - ranges.pop(found.groups()))
        elif kind == 'StateTransition' and 'GoID=' in rest:
            goroutine, _, now, reason = STATE.search(rest).groups()
            before, since, why = states.get(goroutine, (None, 0, None))
            if before == now:
                continue
            if before == 'Runnable' and now == 'Running':
                add(sums, 'queued', time - since)
            if before == 'Waiting' and why == 'GC mark assist wait for work':
                add(sums, 'assist wait', time - since)
            states[goroutine] = (now, time, reason)
        elif kind == 'TaskBegin':
            tasks[TASK.search(rest)[1]] = time
        elif kind == 'TaskEnd' and TASK.search(rest)[1] in tasks:
            add(sums, 'task', time - tasks.pop(TASK.search(rest)[1]))
    with open(sys.argv[1]) as program:
        print(json.dumps({'trace': sums, 'program': json.load(program)}, indent=1))


main()
