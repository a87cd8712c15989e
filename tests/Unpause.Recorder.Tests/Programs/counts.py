"""Prints the collections that its own callbacks recorded in two threads, on input; then ends, or executes another program."""
import gc
import os
import select
import sys
import threading
import time

SEEN = []


def on_collection(phase, info):
    now = time.monotonic_ns()
    if phase == "start":
        SEEN.append([now, 0, info["generation"], 0])
    elif SEEN:
        SEEN[-1][1] = now
        SEEN[-1][3] = info["collected"]


class Node:
    other = None  # type: object


def work(rounds):
    kept = []
    for _ in range(rounds):
        for _ in range(200):
            one, other = Node(), Node()
            one.other, other.other = other, one
            kept.append([one])
        kept = kept[-20000:]
        time.sleep(0.001)


def wait():
    """Waits for a line, and executes Python code regularly, because otherwise no remote script could be executed."""
    while not select.select([sys.stdin], [], [], 0.02)[0]:
        pass
    sys.stdin.readline()


print("ready", flush=True)
wait()
gc.callbacks.insert(0, on_collection)
threads = [threading.Thread(target=work, args=(int(sys.argv[1]),)) for _ in range(2)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
gc.collect()
gc.callbacks.remove(on_collection)
print(";".join(",".join(map(str, each)) for each in SEEN), flush=True)
wait()
if len(sys.argv) > 2:
    os.execv(sys.executable, [sys.executable, "-c", "import gc, time\nfor _ in range(99): gc.collect()\ntime.sleep(60)"])
