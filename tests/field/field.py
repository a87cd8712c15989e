"""Runs the applications of apps.py plainly, under `unpause run` and under `unpause record`, and prints a table and what unpause said."""
import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import urllib.error

import apps

HERE = os.path.dirname(os.path.abspath(__file__))
UNPAUSE = os.path.join(HERE, "..", "..", "unpause")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--unpause", default=UNPAUSE, help="another unpause, for example a packaged one")
    parser.add_argument("names", nargs="*", metavar="APP")
    options = parser.parse_args()
    known = apps.all_apps()
    chosen = [app for app in known if not options.names or app.name in options.names]
    # The first call of a checkout builds it.
    subprocess.run([options.unpause, "--version"], stdout=subprocess.DEVNULL, check=True)
    rows: list = []
    said: list = []
    for app in chosen:
        folder = tempfile.mkdtemp(prefix=f"field-{app.name}-")
        try:
            app.prepare(folder)
            judge = batch if isinstance(app, apps.Batch) else service
            for row in judge(app, folder, options, said):
                rows.append(row)
                print("| " + " | ".join(row) + " |", flush=True)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    print("\n| application | way | its own count | unpause counts | output and exit code |\n|---|---|--:|--:|---|")
    for row in rows:
        print("| " + " | ".join(row) + " |")
    print("\n".join(said))
    if any("DIFFERENT" in cell for row in rows for cell in row):
        raise SystemExit(1)


def batch(app, folder, options, said):
    """A plain run, then one under `run`: the same output, the same exit code, the program's own count."""
    plain = os.path.join(folder, "plain")
    under = os.path.join(folder, "under")
    for out in (plain, under):
        os.makedirs(out)
    first = subprocess.run(app.command(folder, plain), capture_output=True, text=True, timeout=300, check=False)
    report = os.path.join(folder, "report.json")
    second = subprocess.run([options.unpause, "run", "-q", "-o", report, "--", *app.command(folder, under)],
                            capture_output=True, text=True, timeout=300, check=False)
    same = first.returncode == second.returncode and normal(first.stdout, plain) == normal(second.stdout, under)
    wrote = re.sub(r"(?m)^wrote \S+\n?", "", second.stderr)
    heard = normal(wrote, under).replace(normal(first.stderr, plain), "").strip()
    words = f"{'same' if same else 'DIFFERENT'}, exit code {second.returncode}"
    if heard:
        words += f"; added to stderr: {heard[:120]!r}"
    document = load(report)
    yield (app.name, "run", text(app.own(under)), counted(document, app.runtime, app.own(under)), words)
    said.extend(spoken(f"{app.name}, run", document))


def service(app, folder, options, said):
    """Recorded live while it serves, then from its start under `run`."""
    process = subprocess.Popen(app.command(folder), env=app.environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    report = os.path.join(folder, "record.json")
    try:
        wait_until_ready(app)
        pid = serving_process(app, process.pid)
        stop = load_it(app)
        time.sleep(1)
        before, asked = app.own(pid), time.monotonic()
        recording = subprocess.run([options.unpause, "record", str(pid), "--for", f"{options.seconds:g}s", "-q", "-o", report],
                                   capture_output=True, text=True, timeout=120, check=False)
        after, passed = app.own(pid), time.monotonic() - asked
        alive = process.poll() is None
        stop()
    finally:
        end(process)
    document = load(report)
    words = "alive" if alive else "DIFFERENT: it ended"
    made = after - before
    if document is None:
        words += f"; exit code {recording.returncode}: {recording.stderr.strip()[:160]!r}"
        yield (app.name, "record", str(made), "refused" if recording.returncode == 2 else "DIFFERENT", words)
    else:
        # Its own count is of the whole time that unpause took, starting and reporting included.
        share = options.seconds / passed
        yield (app.name, "record", f"{made} in {passed:.1f} s", counted(document, app.runtime, (made * share * 0.5, made)), words)
    said.extend(spoken(f"{app.name}, record", document))

    report = os.path.join(folder, "run.json")
    process = subprocess.Popen([options.unpause, "run", "-q", "-o", report, "--", *app.command(folder)],
                               env=app.environment(folder), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True)
    try:
        wait_until_ready(app)
        stop = load_it(app)
        time.sleep(options.seconds)
        stop()
        pid = serving_process(app, process.pid)
        own = app.own(pid)
        os.kill(started(process.pid, app), signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    finally:
        end(process)
    document = load(report)
    # CPython's count has some twelve collections before the agent began; a fork inherits its parent's.
    least = own - (20 if app.runtime == "cpython" else 0)
    counts = counted(document, app.runtime, (least, own + 20 + own // 5))
    yield (app.name, "run", f"at least {least}", counts, f"exit code {process.returncode} after SIGTERM")
    said.extend(spoken(f"{app.name}, run", document))
    if errors.strip():
        said.append("stderr: " + errors.decode("utf-8", "replace").strip()[-300:])


def wait_until_ready(app):
    for _ in range(300):
        try:
            apps.fetch(app.url + app.ready)
            return
        except (urllib.error.URLError, ConnectionError, TimeoutError, OSError):
            time.sleep(0.1)
    raise SystemExit(f"{app.name} did not begin to serve")


def load_it(app):
    """Four clients until the answer is called."""
    ended = threading.Event()

    def client():
        turn = 0
        while not ended.is_set():
            try:
                app.ask(turn)
            except (urllib.error.URLError, ConnectionError, TimeoutError, OSError):
                time.sleep(0.05)
            turn += 1

    threads = [threading.Thread(target=client, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()

    def stop():
        ended.set()
        for thread in threads:
            thread.join(timeout=10)

    return stop


def children(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def below(pid):
    yield pid
    for child in children(pid):
        yield from below(child)


def command_line(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode("utf-8", "replace")
    except OSError:
        return ""


def started(pid, app):
    """The program itself below unpause: whom a supervisor would signal."""
    names = {"jvm": "org.apache.catalina", "cpython": "gunicorn", "dotnet": "app.dll"}
    word = names.get(app.runtime, app.name)
    found = [one for one in below(pid) if word in command_line(one) and "unpause" not in command_line(one)]
    return found[0] if found else pid


def serving_process(app, pid):
    """The process that serves: gunicorn's worker, a script's java, else the program itself."""
    found = [one for one in below(pid) if "unpause" not in command_line(one)]
    if app.runtime == "jvm":
        found = [one for one in found if "org.apache.catalina" in command_line(one)] or found
        return found[0]
    if app.runtime == "cpython":
        return found[-1]
    return found[0]


def end(process):
    for one in list(below(process.pid)):
        try:
            os.kill(one, signal.SIGTERM)
        except ProcessLookupError:
            pass
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()


def load(path):
    try:
        with open(path, encoding="utf-8") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def counted(document, runtime, own):
    if document is None:
        return "DIFFERENT: no report"
    counts = [process["collections"]["count"] for process in document["processes"] if process["source"]["runtime"] == runtime]
    if not counts:
        return "DIFFERENT: nothing recorded"
    shown = " + ".join(str(count) for count in counts)
    return shown if own is None or any(own[0] <= count <= own[1] for count in [*counts, sum(counts)]) else f"{shown} DIFFERENT"


def spoken(title, document):
    yield f"\n## {title}"
    if document is None:
        yield "no report"
        return
    yield document["verdict"]
    for finding in document["findings"]:
        process = document["processes"][finding["process"]]
        yield f"- {finding['severity']} {finding['id']} ({process['name']}): {finding['title']}"


def normal(output, out):
    """Without what differs from run to run: the folder, times, unpause's own lines."""
    return re.sub(r"[\d.:]+ ?(ms|s)?", "#", output.replace(out, "OUT"))


def text(count):
    return "none" if count is None else str(count[0]) if count[0] == count[1] else f"{count[0]} to {count[1]}"


main()
