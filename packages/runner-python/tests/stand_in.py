"""The side of Farebox: signs requests, verifies responses, and has the files of runs."""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from farebox_runner import Runner, sign, verify

SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
OTHER = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'


def new_token() -> str:
    return f'exe_{uuid.uuid4().hex}.0'


def start_of(**members: Any) -> dict[str, Any]:
    deadline = datetime.now(timezone.utc) + timedelta(minutes=1)
    limits = {'deadline': deadline.strftime('%Y-%m-%dT%H:%M:%S.000Z'), 'unitsMax': 5, 'costMaxUsd': '0.01'}
    start = {'protocol': 1, 'tool': 'acme-tool', 'version': 1, 'arguments': {}, 'inputs': [], 'outputs': []}
    return {**start, 'limits': limits, **members}


async def ask(runner: Runner, method: str, token: str, body: bytes = b'') -> tuple[int, dict[str, Any]]:
    """Fails unless the response is signed for the token."""
    path = f'/v1/runs/{token}{"/cancel" if method == "POST" else ""}'
    headers = sign([SECRET], token, body, time.time())
    status, own, content = await runner.respond(method, path, headers, body)
    assert verify([SECRET], token, content, time.time(), own) is None, content
    return status, json.loads(content)


async def start(runner: Runner, token: str, **members: Any) -> dict[str, Any]:
    return (await ask(runner, 'PUT', token, json.dumps(start_of(**members)).encode()))[1]


async def find(runner: Runner, token: str) -> dict[str, Any]:
    return (await ask(runner, 'GET', token))[1]


async def cancel(runner: Runner, token: str) -> dict[str, Any]:
    return (await ask(runner, 'POST', token, b'{"cancel":true}'))[1]


def one(runner: Runner, **members: Any) -> dict[str, Any]:
    """The reply to one short run."""
    return asyncio.run(start(runner, new_token(), **members))


@dataclass
class Files:
    url: str
    stored: dict[str, bytes] = field(default_factory=lambda: {})
    uploads: dict[str, tuple[bytes, str | None]] = field(default_factory=lambda: {})
    busy: int = 0

    def input(self, content: bytes, **members: Any) -> dict[str, Any]:
        path = f'/{uuid.uuid4().hex}'
        self.stored[path] = content
        facts = {'pointer': '/source', 'url': self.url + path, 'sha256': hashlib.sha256(content).hexdigest()}
        return {**facts, 'mimeType': 'image/png', 'sizeBytes': len(content), **members}

    def output(self, **members: Any) -> dict[str, Any]:
        put = f'{self.url}/{uuid.uuid4().hex}'
        return {'put': put, 'mimeTypes': ['image/png'], 'sizeBytesMax': 100, **members}


@contextmanager
def files() -> Iterator[Files]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._send(self._status(302 if self.path == '/moved' else 200), held.stored.get(self.path, b''))

        def do_PUT(self) -> None:
            content = self.rfile.read(int(self.headers['content-length']))
            status = self._status(409 if self.path in held.uploads else 200)
            if status == 200:
                held.uploads[self.path] = (content, self.headers['content-type'])
            self._send(status, b'{}')

        def _status(self, status: int) -> int:
            held.busy -= 1
            return 503 if held.busy >= 0 else status

        def _send(self, status: int, content: bytes) -> None:
            self.send_response(status)
            self.send_header('location', 'http://169.254.169.254/')
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(('127.0.0.1', 0), Handler) as server:
        held = Files(f'http://127.0.0.1:{server.server_port}')
        threading.Thread(target=server.serve_forever, kwargs={'poll_interval': 0.01}).start()
        try:
            yield held
        finally:
            server.shutdown()
