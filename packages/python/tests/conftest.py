"""Each test that takes `play` runs with both clients against its own scripted server."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from blocking import Blocking
from scripted import ScriptedServer, Step, serving

from farebox import AsyncFarebox, Farebox, FareboxError, MemoryStore

_TLS = httpx.create_ssl_context()
"""Loading the certificates takes longer than most tests."""


@dataclass(frozen=True)
class Played:
    client: Any
    """A Farebox; the asynchronous one has the same methods here."""
    server: ScriptedServer
    store: MemoryStore


Play = Callable[..., Played]


@pytest.fixture(params=['sync', 'async'])
def play(request: pytest.FixtureRequest) -> Iterator[Play]:
    """Called with a script, and with arguments of the client."""
    with ExitStack() as stack:

        def make(script: Sequence[Step] = (), **options: Any) -> Played:
            server = stack.enter_context(serving(script))
            given = {'store': MemoryStore(), 'attempts_max': 2, **options}
            if request.param == 'sync':
                http = stack.enter_context(httpx.Client(verify=_TLS))
                client: Any = stack.enter_context(Farebox(server.base_url, 'fb', http=http, **given))
            else:
                loop = asyncio.new_event_loop()
                stack.callback(loop.close)
                asynchronous = httpx.AsyncClient(verify=_TLS)
                stack.callback(lambda: loop.run_until_complete(asynchronous.aclose()))
                client = Blocking(AsyncFarebox(server.base_url, 'fb', http=asynchronous, **given), loop)
            return Played(client, server, given['store'])

        yield make


@pytest.fixture(autouse=True)
def _no_jitter(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Retries wait only as long as Retry-After says, unless a test is about their pause."""
    if 'jitter' not in request.keywords:
        monkeypatch.setattr(random, 'random', lambda: 0.0)


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Records the pauses between two reads instead of making them."""
    made: list[float] = []

    async def later(seconds: float) -> None:
        made.append(seconds)

    monkeypatch.setattr('farebox._sync.wait.sleep', made.append)
    monkeypatch.setattr('farebox._async.wait.sleep', later)
    return made


def code_of(act: Callable[[], Any]) -> str:
    """`returned`, or the code of the error."""
    try:
        act()
    except FareboxError as error:
        return error.code
    return 'returned'
