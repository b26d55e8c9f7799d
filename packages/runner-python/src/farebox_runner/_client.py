"""The two requests of a pull runner. Only a response in Farebox's own form says that a run is gone: a proxy may have pages."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, cast

from ._files import OPENER
from ._json import JsonObject, Reply

CLAIM_SECONDS = 20
ASK_SECONDS = 10
_RETRY_SECONDS_MAX = 60.0
_TOKEN = re.compile('[A-Za-z0-9][A-Za-z0-9._-]{0,127}')
_GONE = {'run_not_found', 'run_lease_lost', 'run_ended', 'invalid_request', 'request_too_large'}
_Value = TypeVar('_Value')


class KeyRefused(Exception):
    """The runner key is unknown or revoked: no request of it will be taken."""


@dataclass(frozen=True)
class Heard:
    """`later`: nothing is known, so the request is to be repeated. `gone`: the run is another one's, or has ended."""

    kind: Literal['ok', 'gone', 'later']
    data: JsonObject
    problem: str = ''
    after: float | None = None


class Client:
    """`url` is that of the Farebox API. The key is sent to it only: redirects are errors."""

    def __init__(self, url: str, key: str) -> None:
        self._url, self._key = url.rstrip('/'), key

    async def claim(self) -> Heard:
        """`data['run']` is None or a run whose token is safe as the name of a file."""
        heard = await _in_thread(lambda: self._ask('claim', {'waitSeconds': CLAIM_SECONDS}, CLAIM_SECONDS + ASK_SECONDS))
        run = heard.data.get('run')
        if heard.kind == 'ok' and run is not None and not _is_claimed(run):
            return Heard('later', {}, 'a claim was answered with no run of the protocol')
        return heard

    async def report(self, token: str, lease: str, reply: Reply) -> Heard:
        body = {'lease': lease, 'reply': reply}
        return await _in_thread(lambda: self._ask(f'{token}/report', body, ASK_SECONDS))

    def _ask(self, path: str, body: JsonObject, seconds: float) -> Heard:
        """Raises KeyRefused only."""
        headers = {'authorization': f'Bearer {self._key}', 'content-type': 'application/json'}
        content = json.dumps(body, ensure_ascii=False).encode()
        request = urllib.request.Request(f'{self._url}/runs/{path}', content, headers, method='POST')
        try:
            with OPENER.open(request, timeout=seconds) as response:
                data = _body_of(response.read()).get('data')
                return Heard('ok', data) if isinstance(data, dict) else Heard('later', {}, 'no body of Farebox')  # pyright: ignore[reportUnknownArgumentType]
        except urllib.error.HTTPError as error:
            with error:
                return _refused(error)
        except (OSError, ValueError) as error:
            return Heard('later', {}, f'Farebox cannot be reached: {error}')


def _refused(error: urllib.error.HTTPError) -> Heard:
    stated = _body_of(error.read()).get('error')
    message = str(stated.get('message')) if isinstance(stated, dict) else 'no body of Farebox'  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
    if error.code == 401:
        raise KeyRefused(f'Farebox does not accept the runner key: {message}')
    problem = f'status {error.code}, {message}'
    if message in _GONE:
        return Heard('gone', {}, problem)
    after = error.headers.get('retry-after', '')
    return Heard('later', {}, problem, min(float(after), _RETRY_SECONDS_MAX) if after.isdecimal() else None)


def _body_of(content: bytes) -> JsonObject:
    try:
        body = json.loads(content)
    except ValueError:
        return {}
    return cast(JsonObject, body) if isinstance(body, dict) else {}


def _is_claimed(run: Any) -> bool:
    token, lease, start = (run.get(name) if isinstance(run, dict) else None for name in ('token', 'lease', 'start'))  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    is_named = isinstance(token, str) and _TOKEN.fullmatch(token) is not None and isinstance(lease, str)
    return is_named and isinstance(start, dict)


def _in_thread(call: Callable[[], _Value]) -> asyncio.Future[_Value]:
    """In a thread of its own, which does not keep the process from ending: a claim that waits is left behind."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[_Value] = loop.create_future()

    def settle(done: Callable[[], None]) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(lambda: None if future.done() else done())

    def work() -> None:
        try:
            value = call()
        except Exception as error:
            settle(lambda error=error: future.set_exception(error))  # type: ignore[misc]
        else:
            settle(lambda: future.set_result(value))

    threading.Thread(target=work, daemon=True).start()
    return future
