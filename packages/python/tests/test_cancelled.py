"""A task that is cancelled while its purchase is on the way: the request stays stored, and is resumed under its key."""

from __future__ import annotations

import asyncio
import threading
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest
from scripted import Scripted, ok, quote, send, serving

from farebox import AsyncFarebox, AsyncOutcome, FileStore

DONE = {'id': 'exe_1', 'tool': 'a-tool', 'status': 'succeeded', 'output': {'artifacts': []}}


def test_a_cancelled_purchase_stays_pending_and_is_resumed_with_the_same_bytes_under_the_same_key(
    tmp_path: Path,
) -> None:
    arrived, respond = threading.Event(), threading.Event()

    def late(handler: BaseHTTPRequestHandler) -> None:
        arrived.set()
        respond.wait(60)
        handler.close_connection = True
        send(handler, Scripted(503))

    async def main(base_url: str) -> None:
        async with AsyncFarebox(base_url, 'fb', store=FileStore(tmp_path)) as client:
            buying = asyncio.create_task(client.run('a-tool', {'n': 1}, ceiling=100))
            await asyncio.to_thread(arrived.wait, 60)
            buying.cancel()
            with pytest.raises(asyncio.CancelledError):
                await buying
            respond.set()
            [request] = await client.pending()
            assert (request.accepted_id, request.body is None) == (None, False)
            outcome = await client.resume(request, ceiling=100)
            assert isinstance(outcome, AsyncOutcome)
            assert outcome.execution['id'] == 'exe_1'
            assert await client.pending() == []

    with serving([quote(50), late, ok(DONE)]) as server:
        asyncio.run(main(server.base_url))
        _, first, second = server.heard
        assert (first.asked, first.key, first.body) == (second.asked, second.key, second.body)
