"""Serves a runner with the HTTP server of Python, without another package. Behind it belongs something that ends TLS."""

from __future__ import annotations

import asyncio
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from ._json import REQUEST_BYTES
from ._runner import Runner

_LINE = 1000
_TOO_LARGE = 'the body is too large'


def _within(size: int) -> int:
    if not 0 <= size <= REQUEST_BYTES:
        raise ValueError(_TOO_LARGE)
    return size


def serve(runner: Runner, *, port: int, host: str = '127.0.0.1', ready: threading.Event | None = None) -> None:
    """Blocks. For many requests at the same time use an ASGI server, such as uvicorn."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True).start()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = 'HTTP/1.1'

        def _respond(self) -> None:
            try:
                body = self._body()
            except ValueError as error:
                self.close_connection = True
                self.send_error(413 if error.args == (_TOO_LARGE,) else 400)
                return
            headers = {name.lower(): value for name, value in self.headers.items()}
            answered = runner.respond(self.command, self.path, headers, body)
            status, own, content = asyncio.run_coroutine_threadsafe(answered, loop).result()
            self.send_response(status)
            for name, value in {**own, 'content-length': str(len(content))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        def _body(self) -> bytes:
            if self.headers.get('transfer-encoding', '').lower() != 'chunked':
                return self.rfile.read(_within(int(self.headers.get('content-length') or 0)))
            body = b''
            while size := int(self.rfile.readline(_LINE).split(b';')[0], 16):
                body += self.rfile.read(_within(size + len(body)) - len(body))
                self.rfile.readline(_LINE)
            while self.rfile.readline(_LINE).strip():
                pass  # trailers
            return body

        do_GET = do_PUT = do_POST = _respond

        def log_message(self, format: str, *args: object) -> None:
            """Requests are not logged: the paths have tokens."""

    with ThreadingHTTPServer((host, port), Handler) as server:
        if ready is not None:
            ready.set()
        server.serve_forever()
