"""Requests that the middleware records together with the collections, with real servers and frameworks if they are installed.

    python3 -m unittest discover -s agents/python/tests
"""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

from test_agent import AGENT, AgentTest
from upgc import Recording

TRACE = "0af7651916cd43dd8448eb211c80319c"
SPAN = "b7ad6b7169203331"
PARENT = "00-%s-%s-01" % (TRACE, SPAN)
ROOT = os.path.dirname(os.path.dirname(AGENT))


def has(*modules):
    return all(subprocess.run([sys.executable, "-c", "import " + module], stderr=subprocess.DEVNULL).returncode == 0 for module in modules)


@unittest.skipIf(sys.version_info < (3, 7), "requests need 3.7")
class Middleware(AgentTest):
    def names(self):
        recording = self.read_one()
        for request in recording.requests:
            self.assertEqual(request.sequence & 0xFFFFFFFF, request.sequence_again)
            self.assertLessEqual(recording.started, request.start)
            self.assertLessEqual(request.start, request.end)
        return [(request.name, request.status, request.flags & 1) for request in recording.requests]

    def test_wsgi_is_unchanged_and_recorded(self):
        self.run_program("""
            import threading, time, unpause_requests
            from wsgiref.util import FileWrapper

            def app(environ, start_response):
                path = environ["PATH_INFO"]
                if path == "/raises":
                    raise KeyError(path)
                start_response("204 No Content" if path == "/empty" else "200 OK", [])
                if path == "/file":
                    return environ["wsgi.file_wrapper"](open(__file__, "rb"))
                if path == "/later":
                    def parts():
                        yield b"a"
                        time.sleep(0.05)
                        yield b"b"
                    return parts()
                if path == "/breaks":
                    def parts():
                        yield b"a"
                        raise OSError("gone")
                    return parts()
                return [b"x" * 10]

            wrapped = unpause_requests.WSGI(app)

            def ask(path, close=True, take=True, **more):
                answer = wrapped(dict(REQUEST_METHOD="GET", PATH_INFO=path, **more), lambda *ignored: None)
                try:
                    body = b"".join(answer) if take else None
                finally:
                    if close and hasattr(answer, "close"):
                        answer.close()
                return answer, body

            answer, body = ask("/one", HTTP_TRACEPARENT=%r)
            assert len(answer) == 1 and body == b"x" * 10
            assert ask("/later")[1] == b"ab"
            assert not hasattr(ask("/later")[0], "__len__")
            ask("/empty", take=False)  # HEAD: closed without being read
            for path in "/raises", "/breaks":
                try:
                    ask(path)
                except (KeyError, OSError):
                    pass
                else:
                    raise AssertionError(path)
            wrapper = {"wsgi.file_wrapper": FileWrapper}
            assert type(ask("/file", **wrapper)[0]) is FileWrapper
            ask("/" + "\\u00e9" * 100, HTTP_TRACEPARENT="nonsense")
            ask("/" + "\\u00e9" * 100, HTTP_TRACEPARENT=%r)
            for wrong in "-00", "-zz", "-":
                ask("/unsampled", HTTP_TRACEPARENT=%r[:-3] + wrong)
            threads = [threading.Thread(target=ask, args=("/thread",)) for _ in range(4)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
        """ % (PARENT, PARENT, PARENT))
        names = self.names()
        self.assertEqual(names[:7], [
            ("GET /one", 200, 0), ("GET /later", 200, 0), ("GET /later", 200, 0), ("GET /empty", 204, 0), ("GET /raises", 0, 1),
            ("GET /breaks", 200, 1), ("GET /file", 200, 0)])
        self.assertEqual(names[7], ("GET /" + "\u00e9" * 33, 200, 0))
        self.assertEqual(names[8], ("GET /" + "\u00e9" * 29, 200, 0))
        self.assertEqual(names[9:12], [("GET /unsampled", 200, 0)] * 3)
        self.assertEqual(names[12:], [("GET /thread", 200, 0)] * 4)
        requests = self.read_one().requests
        self.assertEqual([request.trace.hex() for request in requests[:2]], [TRACE, "0" * 32])
        self.assertEqual(requests[7].trace, b"\0" * 16)
        self.assertEqual([one.parent.hex() for one in requests[:2] + requests[7:12]], [SPAN, "", "", SPAN, "", "", ""])
        self.assertEqual({one.trace.hex() for one in requests[8:12]}, {TRACE})
        self.assertGreaterEqual(requests[1].end - requests[1].start, 50000000)
        self.assertEqual(len({request.thread for request in requests[12:]} - {requests[0].thread}), len({r.thread for r in requests[12:]}))

    def test_asgi_is_unchanged_and_recorded(self):
        self.run_program("""
            import asyncio, unpause_requests

            async def app(scope, receive, send):
                if scope["type"] != "http":
                    return
                await asyncio.sleep(0.05)
                if scope["path"] == "/raises":
                    raise KeyError()
                await send({"type": "http.response.start", "status": 201, "headers": []})
                await send({"type": "http.response.body", "body": b""})

            async def main():
                wrapped = unpause_requests.ASGI(app=app)
                sent = []

                async def send(message):
                    sent.append(message["type"])

                def scope(path, kind="http", headers=()):
                    return {"type": kind, "path": path, "method": "POST", "headers": headers}

                await wrapped(scope("/", "lifespan"), None, send)
                await asyncio.gather(*[
                    wrapped(scope("/a", headers=[(b"traceparent", b"%s")]), None, send), wrapped(scope("/a"), None, send)])
                assert sent == ["http.response.start", "http.response.start", "http.response.body", "http.response.body"] \\
                    or sent == ["http.response.start", "http.response.body"] * 2, sent
                try:
                    await wrapped(scope("/raises"), None, send)
                except KeyError:
                    return
                raise AssertionError()

            asyncio.run(main())
        """ % PARENT)
        self.assertEqual(self.names(), [("POST /a", 201, 0), ("POST /a", 201, 0), ("POST /raises", 0, 1)])
        one, other = self.read_one().requests[:2]
        self.assertTrue(one.start <= other.end and other.start <= one.end, "they ran at the same time")
        self.assertIn(TRACE, (one.trace.hex(), other.trace.hex()))

    def test_without_a_recording_nothing_is_wrapped(self):
        self.run_program("""
            import unpause_requests
            answer = [b"x"]
            assert unpause_requests.WSGI(lambda environ, start: answer)({}, None) is answer
        """, PYTHONNOUSERSITE="1", UNPAUSE_RECORDING_DIR="")
        self.assertEqual(self.read_all(), [])

    def test_forked_child_has_its_own_ring_and_lost_requests_are_counted(self):
        self.run_program("""
            import os, time, unpause_agent
            request = unpause_agent.request
            pid = os.fork()
            if pid == 0:
                now = time.perf_counter_ns()
                for number in range((1 << 17) + 5):
                    assert request(now, now + number, b"GET /child", 200, 0, b"") == 1
                os._exit(0)
            os.waitpid(pid, 0)
        """)
        child, = [one for one in self.read_all() if one.flags & 2]
        self.assertEqual((child.requests_begun, len(child.requests), child.requests_lost), ((1 << 17) + 5, 1 << 17, 0))
        self.assertEqual(child.requests[0].end - child.requests[0].start, 5)
        parent, = [one for one in self.read_all() if not one.flags & 2]
        self.assertEqual((parent.requests_begun, os.path.getsize(parent.path)), (0, 16793600))

    def test_a_full_disk_loses_requests_and_nothing_else(self):
        small = os.path.join(self.directory, "small")
        os.mkdir(small)
        program = os.path.join(self.directory, "full.py")
        with open(program, "w") as file:
            file.write("import unpause_agent\nprint(sum(unpause_agent.request(1, 2, b'GET /', 200, 0, b'') for _ in range(5000)))\n")
        shell = 'mount -t tmpfs -o size=600k none "$1" && UNPAUSE_RECORDING_DIR=$1 PYTHONPATH=$2 "$3" "$4"; cp --sparse=always "$1"/* "$5"'
        try:
            out = subprocess.run(
                ["unshare", "-m", "sh", "-c", shell, "sh", small, AGENT, sys.executable, program, self.recordings],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except OSError as error:
            self.skipTest(str(error))
        if b"unshare" in out.stderr or b"mount" in out.stderr:
            self.skipTest(out.stderr.decode())
        self.assertEqual(out.stdout, b"2048\n")
        recording = self.read_one()
        self.assertEqual((recording.requests_begun, recording.requests_lost, recording.flags & 32), (5000, 2952, 32))


@unittest.skipIf(sys.version_info < (3, 7), "requests need 3.7")
class Frameworks(AgentTest):
    """The line that docs/python-web-services.md gives for each, under a real server, which is then killed."""

    def serve(self, server, module, paths):
        port = 8300 + os.getpid() % 500
        with open(os.path.join(self.directory, "service.py"), "w") as file:
            file.write(module)
        command = [sys.executable, "-m", *[word.replace("PORT", str(port)) for word in server]]
        process = self.start("", *command[1:])
        watch = threading.Timer(60, process.kill)
        watch.start()
        try:
            for path in paths:
                self.ask("http://127.0.0.1:%d%s" % (port, path), process)
        finally:
            for one in {process.pid} | {recording.pid for recording in self.read_all()}:  # the server's workers too
                try:
                    os.kill(one, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            process.communicate()
            watch.cancel()
        requests = [request for one in self.read_all() for request in one.requests]
        self.assertTrue(all(request.trace.hex() == TRACE for request in requests))
        return [(request.name, request.status) for request in requests]

    @staticmethod
    def ask(url, process):
        for _ in range(300):
            try:
                return urllib.request.urlopen(urllib.request.Request(url, headers={"traceparent": PARENT}), timeout=10).read()
            except urllib.error.HTTPError as error:
                return error.read()
            except (urllib.error.URLError, OSError):
                if process.poll() is not None:
                    raise
                time.sleep(0.1)
        raise TimeoutError(url)

    @unittest.skipUnless(has("flask", "gunicorn"), "needs Flask and gunicorn")
    def test_flask(self):
        served = self.serve(["gunicorn", "-b", "127.0.0.1:PORT", "service:app"], """
import flask, unpause_requests
app = flask.Flask(__name__)
app.wsgi_app = unpause_requests.WSGI(app.wsgi_app)
@app.route("/films/<int:number>")
def film(number):
    return str(1 // number)
""", ["/films/1", "/films/0", "/none"])
        self.assertEqual(served, [("GET /films/<int:number>", 200), ("GET /films/<int:number>", 500), ("GET /none", 404)])

    @unittest.skipUnless(has("fastapi", "uvicorn"), "needs FastAPI and uvicorn")
    def test_fastapi(self):
        served = self.serve(["uvicorn", "--port", "PORT", "service:app"], """
import fastapi, unpause_requests
app = fastapi.FastAPI()
app.add_middleware(unpause_requests.ASGI)
@app.get("/films/{number}")
async def film(number: int):
    return number
""", ["/films/1", "/films/x", "/none"])
        self.assertEqual(served, [("GET /films/{number}", 200), ("GET /films/{number}", 422), ("GET /none", 404)])

    DJANGO = """
import django.conf
django.conf.settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], SECRET_KEY="x", MIDDLEWARE=["unpause_requests.django"])
from django.core.asgi import get_asgi_application
from django.core.wsgi import get_wsgi_application
from django.http import HttpResponse
from django.urls import path
def film(request, number):
    return HttpResponse(str(1 // number))
urlpatterns = [path("films/<int:number>/", film)]
wsgi, asgi = get_wsgi_application(), get_asgi_application()
"""
    DJANGO_SERVED = [("GET /films/<int:number>/", 200), ("GET /films/<int:number>/", 500), ("GET /none", 404)]

    @unittest.skipUnless(has("django", "gunicorn"), "needs Django and gunicorn")
    def test_django(self):
        served = self.serve(["gunicorn", "-b", "127.0.0.1:PORT", "service:wsgi"], self.DJANGO, ["/films/1/", "/films/0/", "/none"])
        self.assertEqual(served, self.DJANGO_SERVED)

    @unittest.skipUnless(has("django", "uvicorn"), "needs Django and uvicorn")
    def test_asynchronous_django(self):
        served = self.serve(["uvicorn", "--port", "PORT", "service:asgi"], self.DJANGO, ["/films/1/", "/films/0/", "/none"])
        self.assertEqual(served, self.DJANGO_SERVED)


class Alone(unittest.TestCase):
    """python -m unpause_agent, from the checkout and as pip installs it."""

    def setUp(self):
        self.directory = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.directory)
        with open(os.path.join(self.directory, "program.py"), "w") as file:
            file.write("import gc, sys\nfor _ in range(7): gc.collect()\nprint(sys.argv[1:])\nsys.exit(3)\n")

    def run_alone(self, python, *arguments, **variables):
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("UNPAUSE", "PYTHON"))}
        environment.update(variables)
        return subprocess.run(
            [python, "-m", "unpause_agent", *arguments], cwd=self.directory, env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, universal_newlines=True)

    def check(self, python, **variables):
        into = os.path.join(self.directory, "kept")
        ran = self.run_alone(python, "--into", into, "--", "program.py", "a b", **variables)
        self.assertEqual((ran.stdout, ran.returncode), ("['a b']\n", 3), ran.stderr)
        file, = os.listdir(into)
        recording = Recording(os.path.join(into, file))
        self.assertEqual(len([record for record in recording.records if record.generation == 2 and record.start < recording.exited]), 7)

    def test_from_the_checkout(self):
        self.check(sys.executable, PYTHONPATH=AGENT)

    def test_wrong_command_lines_print_the_usage(self):
        usage, none = "usage: ", "can't be started"
        cases = ([], usage), (["--into", "x"], usage), (["./none"], none), (["--wrong", "x"], usage)  # type: tuple
        for arguments, said in cases:
            ran = self.run_alone(sys.executable, *arguments, PYTHONPATH=AGENT)
            self.assertEqual(ran.returncode, 1)
            self.assertIn(said, ran.stderr)

    def test_pip_installs_it_without_a_network(self):
        place = os.path.join(self.directory, "environment")
        made = subprocess.run([sys.executable, "-m", "venv", place], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if made.returncode != 0:
            self.skipTest("no venv can be made: %s" % made.stdout.decode()[:200])
        python = os.path.join(place, "bin", "python")
        pip = subprocess.run(
            [python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", AGENT], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.assertEqual(pip.returncode, 0, pip.stdout.decode())
        self.check(python)
        # Recording must be requested: no interpreter of the environment loads the agent by itself.
        loaded = "import sys; print([name for name in sys.modules if 'unpause' in name])"
        self.assertEqual(subprocess.run([python, "-c", loaded], stdout=subprocess.PIPE).stdout, b"[]\n")

    def test_its_version_is_unpauses(self):
        sys.path.insert(0, os.path.join(AGENT, "packaging"))
        self.addCleanup(sys.path.pop, 0)
        import wheel_of_agent

        with open(os.path.join(ROOT, "Directory.Build.props")) as file:
            self.assertIn("<Version>%s</Version>" % wheel_of_agent.VERSION, file.read())


if __name__ == "__main__":
    unittest.main()
