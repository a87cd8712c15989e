"""Records the requests of a web application together with its collections (see FORMAT.md, Requests).

    application = unpause_requests.WSGI(application)    any WSGI application: Flask, Pyramid, Bottle ...
    application = unpause_requests.ASGI(application)    any ASGI application: FastAPI, Starlette ...
    MIDDLEWARE = ["unpause_requests.django", ...]       Django, either way

When the program was not started under unpause, a request costs one additional comparison. Otherwise each request is written
when it ends: start, end, method and route, status, trace id. Requires CPython 3.7 and the callback in C.
"""
import sys
from time import perf_counter_ns as _now

FAILED = 1  # it ended with an exception
PARENT = 2  # the name ends with the caller's span id
NAME_BYTES = 72
_PARENT_BYTES = 8
_TRACE_DIGITS = 32


def _recorder():
    return getattr(sys.modules.get("unpause_agent"), "request", None)


def _trace_of(parent):
    """The trace id of a traceparent header (W3C Trace Context: version-trace-parent-flags), and the caller's span id.

    b"" where there is none. A span id is given only of a sampled trace, because there is no other to show.
    """
    parts = parent.split("-") if parent else ()
    if len(parts) < 4 or len(parts[1]) != _TRACE_DIGITS:
        return b"", b""
    try:
        trace = bytes.fromhex(parts[1])
    except ValueError:
        return b"", b""
    try:
        span = bytes.fromhex(parts[2])
        is_sampled = int(parts[3][:2], 16) & 1 and len(span) == _PARENT_BYTES and any(span)
    except ValueError:
        is_sampled = False
    return trace, span if is_sampled else b""


def _name(method, route, most=NAME_BYTES):
    # type: (str, str, int) -> bytes
    """Method and route, cut between characters to the size of the field."""
    name = ("%s %s" % (method, route)).encode("utf-8", "replace")
    return name if len(name) <= most else name[:most].decode("utf-8", "ignore").encode()


def _write(record, started, ended, method, route, status, flags, parent):
    trace, span = _trace_of(parent)
    name = _name(method, route, NAME_BYTES - len(span)) + span
    record(started, ended, name, status, flags | PARENT if span else flags, trace)


class WSGI:
    """Wraps a WSGI application (PEP 3333). A request ends when its response has been read completely, or closed."""

    def __init__(self, app):
        self.app = app

    def __call__(self, environ, start_response):
        record = _recorder()
        if record is None:
            return self.app(environ, start_response)
        request = _WsgiRequest(record, environ)

        def start(status, headers, *error):
            request.answered(status)
            return start_response(status, headers, *error)

        try:
            body = self.app(environ, start)
        except BaseException:
            request.end(FAILED)
            raise
        wrapper = environ.get("wsgi.file_wrapper")
        if isinstance(wrapper, type) and isinstance(body, wrapper):
            request.end()  # the server sends the file itself, and only if it recognises its own wrapper
            return body
        return (_SizedAnswer if hasattr(body, "__len__") else _Answer)(body, request)


class _WsgiRequest:
    def __init__(self, record, environ):
        self.record, self.environ, self.status, self.route = record, environ, 0, None
        self.started = _now()

    def answered(self, status):
        """The application has started its response. Flask forgets its request and the URL rule right afterwards."""
        self.status = int(status[:3]) if status[:3].isdecimal() else 0
        self.route = getattr(getattr(self.environ.get("werkzeug.request"), "url_rule", None), "rule", None)

    def end(self, flags=0):
        """Writes the request, once."""
        record, self.record = self.record, None
        if record is None:
            return
        method, route = self.environ.get("REQUEST_METHOD", ""), self.route or self.environ.get("PATH_INFO", "")
        _write(record, self.started, _now(), method, route, self.status, flags, self.environ.get("HTTP_TRACEPARENT"))


class _Answer:
    """The application's response, which the server iterates and closes like the original."""

    def __init__(self, body, request):
        self.body, self.request = body, request

    def __iter__(self):
        try:
            for part in self.body:
                yield part
            self.request.end()
        except GeneratorExit:
            raise
        except BaseException:
            self.request.end(FAILED)
            raise

    def close(self):
        try:
            close = getattr(self.body, "close", None)
            if close is not None:
                close()
        finally:
            self.request.end()


class _SizedAnswer(_Answer):
    """A response in one piece. The server computes its Content-Length from it."""

    def __len__(self):
        return len(self.body)


class ASGI:
    """Wraps an ASGI application. A request ends when the application returns; lifespans and websockets pass through."""

    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        record = _recorder() if scope["type"] == "http" else None
        if record is None:
            await self.app(scope, receive, send)
            return
        status = 0

        async def sent(message):
            nonlocal status
            if message["type"] == "http.response.start":
                status = message.get("status", 0)
            await send(message)

        started, flags = _now(), FAILED
        try:
            await self.app(scope, receive, sent)
            flags = 0
        finally:
            ended = _now()
            # Starlette and FastAPI leave the matched route here.
            route = getattr(scope.get("route"), "path", None) or scope.get("path", "")
            parent = next((value for key, value in scope.get("headers", ()) if key == b"traceparent"), b"")
            _write(record, started, ended, scope.get("method", ""), route, status, flags, parent.decode("latin-1"))


def django(get_response):
    """Django's middleware, for both kinds of server. The time excludes streaming after the view has returned."""
    from asyncio import iscoroutinefunction

    def write(request, started, status):
        record = _recorder()
        if record is None:
            return
        match = getattr(request, "resolver_match", None)
        route = request.path if match is None else "/" + match.route
        _write(record, started, _now(), request.method, route, status, 0, request.META.get("HTTP_TRACEPARENT"))

    def middleware(request):
        started = _now()
        response = get_response(request)
        write(request, started, response.status_code)
        return response

    async def async_middleware(request):
        started = _now()
        response = await get_response(request)
        write(request, started, response.status_code)
        return response

    return async_middleware if iscoroutinefunction(get_response) else middleware


django.sync_capable = True  # type: ignore[attr-defined]
django.async_capable = True  # type: ignore[attr-defined]
