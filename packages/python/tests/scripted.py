"""A server that sends the scripted responses of a test in order, and records the requests."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Union


@dataclass(frozen=True)
class Scripted:
    status: int
    body: Any = b''
    """Bytes and texts are sent as they are, everything else as JSON."""
    headers: Mapping[str, str] = field(default_factory=dict)

    def content(self) -> bytes:
        if isinstance(self.body, bytes):
            return self.body
        return self.body.encode() if isinstance(self.body, str) else json.dumps(self.body).encode()


@dataclass(frozen=True)
class Heard:
    asked: str
    """For example `POST /tools/quote`."""
    headers: Mapping[str, str]
    body: bytes
    at: float
    """In seconds."""

    @property
    def key(self) -> str | None:
        return self.headers.get('idempotency-key')

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Respond = Callable[[BaseHTTPRequestHandler], None]
Step = Union[Scripted, Respond, None]
"""None: the connection breaks instead of a response."""


class ScriptedServer:
    def __init__(self, script: Sequence[Step]) -> None:
        self.heard: list[Heard] = []
        self._script = script
        self._lock = threading.Lock()
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = 'HTTP/1.1'

            def do_GET(self) -> None:
                owner.answer(self)

            do_POST = do_PATCH = do_DELETE = do_GET

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self._server.daemon_threads = True
        self.base_url = f'http://127.0.0.1:{self._server.server_port}'
        self._thread = threading.Thread(target=lambda: self._server.serve_forever(poll_interval=0.01))

    def __enter__(self) -> ScriptedServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def asked(self) -> list[str]:
        return [each.asked for each in self.heard]

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get('Content-Length') or 0))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        with self._lock:
            at = len(self.heard)
            self.heard.append(Heard(f'{handler.command} {handler.path}', headers, body, time.monotonic()))
        step = self._script[at] if at < len(self._script) else None
        if step is None:
            handler.close_connection = True
            return
        if isinstance(step, Scripted):
            send(handler, step)
        else:
            step(handler)


def send(handler: BaseHTTPRequestHandler, response: Scripted) -> None:
    handler.send_response_only(response.status)
    content = response.content()
    length = {} if response.status == 204 else {'Content-Length': str(len(content))}
    for name, value in {'Content-Type': 'application/json', **length, **response.headers}.items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(content)


def stream(*chunks: str | bytes) -> Respond:
    """An event stream that ends after the last chunk."""

    def respond(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response_only(200)
        handler.send_header('Content-Type', 'text/event-stream')
        handler.send_header('Connection', 'close')
        handler.end_headers()
        for chunk in chunks:
            handler.wfile.write(chunk.encode() if isinstance(chunk, str) else chunk)
            handler.wfile.flush()
        handler.close_connection = True

    return respond


@contextmanager
def serving(script: Sequence[Step]) -> Iterator[ScriptedServer]:
    with ScriptedServer(script) as server:
        yield server


def ok(data: Any, headers: Mapping[str, str] | None = None) -> Scripted:
    return Scripted(200, {'data': data}, headers or {})


def refused(status: int, message: str, details: Mapping[str, Any] | None = None) -> Scripted:
    return Scripted(status, {'error': {'status': 'X', 'message': message, 'details': details or {}}})


def quote(maximum: int, price_version: str = 'v1') -> Scripted:
    return ok({'priceVersion': price_version, 'maximumChargeMicros': maximum})
