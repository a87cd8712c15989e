"""The service that the load tests of this folder asked: some garbage in each answer, and 200,000 lists that stay.

    python3 serve.py PORT

Answers 200, and 503 at /bad.
"""
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

held = [[number] for number in range(200_000)]


class Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1

    def do_GET(self):
        junk = [[number] for number in range(3000)]
        body = b"hello\n" if junk else b""
        self.send_response(503 if self.path == "/bad" else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def log_message(self, *_):
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256


Server(("127.0.0.1", int(sys.argv[1])), Answer).serve_forever()
