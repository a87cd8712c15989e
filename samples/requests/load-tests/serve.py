import gc, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
held=[[i] for i in range(200000)]
class H(BaseHTTPRequestHandler):
    protocol_version="HTTP/1.1"
    wbufsize=-1
    def do_GET(self):
        junk=[[n] for n in range(3000)]
        body=b"hello\n"
        self.send_response(503 if self.path=="/bad" else 200); self.send_header("Content-Length",str(len(body))); self.end_headers(); self.wfile.write(body); self.wfile.flush()
    def log_message(self,*a): pass
class S(ThreadingHTTPServer):
    daemon_threads=True
    request_queue_size=256
S(("127.0.0.1",int(sys.argv[1])),H).serve_forever()
