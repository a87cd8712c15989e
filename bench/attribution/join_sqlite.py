"""The same join as SQLite's range join, in memory: an index on the pauses' start, bounded by the longest pause."""
import array
import json
import resource
import sqlite3
import sys
import time

THRESHOLD = 20_000_000
JOIN = """
CREATE TABLE joined AS
SELECT r.duration AS duration, r.duration - coalesce((
  SELECT sum(min(r.start + r.duration, p.start + p.length) - max(r.start, p.start))
  FROM pauses p
  WHERE p.start > r.start - :longest AND p.start < r.start + r.duration AND p.start + p.length > r.start), 0) AS without
FROM requests r
"""


def read(folder, name):
    values = array.array("q")
    with open(f"{folder}/{name}", "rb") as file:
        values.frombytes(file.read())
    return values


def percentile(db, column, count, per_mille):
    rank = max(1, (count * per_mille + 999) // 1000) - 1
    return db.execute(f"SELECT {column} FROM joined ORDER BY {column} LIMIT 1 OFFSET ?", (rank,)).fetchone()[0]


def main(folder):
    db = sqlite3.connect(":memory:")
    db.execute("CREATE TABLE requests(start INTEGER, duration INTEGER)")
    db.execute("CREATE TABLE pauses(start INTEGER PRIMARY KEY, length INTEGER)")
    db.executemany("INSERT INTO requests VALUES(?,?)", zip(read(folder, "starts"), read(folder, "durations")))
    lengths = read(folder, "pause_lengths")
    db.executemany("INSERT INTO pauses VALUES(?,?)", zip(read(folder, "pause_starts"), lengths))
    db.commit()
    wall, used = time.perf_counter(), time.process_time()
    db.execute(JOIN, {"longest": max(lengths)})
    count = db.execute("SELECT count(*) FROM joined").fetchone()[0]
    row = db.execute("SELECT sum(duration > without), sum(duration - without), sum(duration > ?1), sum(without > ?1) FROM joined", (THRESHOLD,)).fetchone()
    result = dict(zip(("touched", "stopped_ns", "slow", "slow_without"), row))
    for column, name in (("duration", "percentiles_ns"), ("without", "percentiles_without_ns")):
        db.execute(f"CREATE INDEX by_{column} ON joined({column})")
        result[name] = [percentile(db, column, count, per_mille) for per_mille in (500, 900, 990, 999, 1000)]
    seconds = time.perf_counter() - wall
    print(json.dumps({
        "first_seconds": seconds, "seconds": seconds, "cpu_seconds": time.process_time() - used,
        "peak_bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024, "result": result,
    }))


main(sys.argv[1])
