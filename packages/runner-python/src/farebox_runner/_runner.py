"""The runner protocol as one function from a request to a response, and as an ASGI application."""

from __future__ import annotations

import json
import logging
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from ._json import REQUEST_BYTES, Reply
from ._runs import Runs
from ._schema import Tool
from ._signature import key_of, sign, verify
from ._store import MemoryStore, Store

Response = tuple[int, dict[str, str], bytes]

_PATH = re.compile('/runs/([A-Za-z0-9][A-Za-z0-9._-]{0,127})(/cancel)?$')
_STATUS = {'not_taken': 503, 'not_known': 404}
_Scope = Mapping[str, Any]
_Receive = Callable[[], Awaitable[Mapping[str, Any]]]
_Send = Callable[[dict[str, Any]], Awaitable[None]]


def _log(error: BaseException, token: str) -> None:
    logging.getLogger('farebox_runner').error('run %s', token, exc_info=error)


class Runner:
    """An ASGI application: `uvicorn program:runner`. One process has one event loop and one store.

    `secrets` are `whsec_…`: the first one signs, all verify. Without them, the runner is for `pull` only.
    Further runs than `concurrency` are told to come later.
    """

    def __init__(
        self,
        *tools: Tool,
        secrets: Sequence[str] | None = None,
        store: Store | None = None,
        concurrency: int = 8,
        on_error: Callable[[BaseException, str], None] = _log,
    ) -> None:
        if secrets is not None and not secrets:
            raise ValueError('a runner needs at least one secret')
        self._secrets, self._on_error = tuple(secrets or ()), on_error
        for secret in self._secrets:
            key_of(secret)
        by_name = {tool.name: tool for tool in tools}
        self.runs = Runs(by_name, MemoryStore() if store is None else store, concurrency, on_error)

    async def respond(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Response:
        """For servers without ASGI. The names of `headers` are in lower case."""
        found = _PATH.search(path)
        action = None if found is None else self._action(method, found[2])
        if found is None or action is None:
            return _text(404, 'no such address')
        token = found[1]
        problem = verify(self._secrets, token, body, time.time(), headers)
        if problem is not None:
            return _text(401, problem)
        try:
            reply = await action(token, body)
        except Exception as error:
            self._on_error(error, token)
            return _text(500, 'the store of runs has failed')  # unsigned: it states nothing
        status = 202 if method == 'PUT' and reply['status'] == 'running' else _STATUS.get(reply['status'], 200)
        content = json.dumps(reply, ensure_ascii=False).encode()
        signed = sign(self._secrets, token, content, time.time())
        return status, {'content-type': 'application/json', 'cache-control': 'no-store', **signed}, content

    def _action(self, method: str, below: str | None) -> Callable[[str, bytes], Awaitable[Reply]] | None:
        if below is not None:
            return (lambda token, _: self.runs.cancel(token)) if method == 'POST' else None
        if method == 'GET':
            return lambda token, _: self.runs.find(token)
        return self.runs.start if method == 'PUT' else None

    async def __call__(self, scope: _Scope, receive: _Receive, send: _Send) -> None:
        if scope['type'] == 'lifespan':
            return await _lifespan(receive, send)
        if scope['type'] != 'http':
            raise ValueError('a runner speaks HTTP only')
        body = await _body_of(receive)
        headers = {name.decode('latin-1').lower(): value.decode('latin-1') for name, value in scope['headers']}
        if body is None:
            status, own, content = _text(413, 'the body is too large')
        else:
            status, own, content = await self.respond(scope['method'], scope['path'], headers, body)
        pairs = [(name.encode(), value.encode()) for name, value in own.items()]
        await send({'type': 'http.response.start', 'status': status, 'headers': pairs})
        await send({'type': 'http.response.body', 'body': content})


def _text(status: int, text: str) -> Response:
    return status, {'content-type': 'text/plain; charset=utf-8'}, f'{text}\n'.encode()


async def _lifespan(receive: _Receive, send: _Send) -> None:
    while True:
        kind = (await receive())['type']
        await send({'type': f'{kind}.complete'})
        if kind == 'lifespan.shutdown':
            return


async def _body_of(receive: _Receive) -> bytes | None:
    """None above the limit; the rest is then not read."""
    body = b''
    while True:
        message = await receive()
        part: bytes = message.get('body', b'')
        body += part
        if len(body) > REQUEST_BYTES:
            return None
        if not message.get('more_body', False):
            return body
