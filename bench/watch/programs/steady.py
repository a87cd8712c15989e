"""A collection of the youngest generation about once a second."""
import time

while True:
    kept = []
    for _ in range(800):
        item = []
        item.append(item)
        kept.append(item)
    kept = None
    time.sleep(1)
