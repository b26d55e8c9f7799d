"""States of executions and batches as a stream over as many connections as needed: each connection continues where the one before ended."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Any
from urllib.parse import urlencode

from .._generated import Batch, Execution
from .._http.retry_after import backoff_seconds
from .._http.server_events import Continuing, EventParser, EventsSnapshot, ServerEvent
from .._io_async import sleep
from .._requests.kinds import segment
from ..errors import FareboxError
from .api import NETWORK_ERRORS, AsyncApi

_SILENCE_SECONDS = 45
"""Three missed comments: the connection counts as lost."""


def execution_events(id: str, api: AsyncApi) -> AsyncGenerator[Execution, None]:
    """Ends after the last state. Raises FareboxError if an error is not retryable."""
    return _states(f'/tools/executions/{segment(id)}/events', 'execution', None, api, lambda _: None)


def batch_events(id: str, api: AsyncApi) -> AsyncGenerator[Batch, None]:
    """Ends after the last state. Raises like `execution_events`."""
    return _states(f'/tools/batches/{segment(id)}/events', 'batch', None, api, lambda _: None)


def project_events(
    api: AsyncApi,
    tool: str | None,
    after: str | None,
    on_position: Callable[[str], None] | None,
    on_snapshot: Callable[[EventsSnapshot], None] | None,
) -> AsyncGenerator[Execution, None]:
    """Never ends. Raises like `execution_events`."""

    def on_event(told: ServerEvent) -> None:
        if told.event == 'snapshot' and on_snapshot is not None:
            snapshot = _parsed(told.data)
            on_snapshot(EventsSnapshot(snapshot['resumed'], snapshot['more']))
        if told.id is not None and on_position is not None:
            on_position(told.id)

    query = '' if tool is None else f'?{urlencode({"tool": tool})}'
    return _states(f'/tools/events{query}', 'execution', after, api, on_event)


async def _states(
    path: str, of: str, after: str | None, api: AsyncApi, on_event: Callable[[ServerEvent], None]
) -> AsyncGenerator[Any, None]:
    """`of` is the event that carries a state. `on_event` is called with each event that is not a state, once the states before it were consumed."""
    continuing, failures = Continuing(after), 0
    while True:
        async with aclosing(_connection(path, continuing, api)) as events:
            async for told in events:
                if told.event != 'message':
                    failures = 0
                if told.event == of:
                    yield _parsed(told.data)
                else:
                    on_event(told)
        if continuing.has_ended:
            return
        await sleep(backoff_seconds(failures, continuing.retry_seconds))
        failures += 1


async def _connection(path: str, continuing: Continuing, api: AsyncApi) -> AsyncGenerator[ServerEvent, None]:
    """Ends when the connection ends, for any reason."""
    headers = {'Accept': 'text/event-stream'}
    if continuing.last_event_id is not None:
        headers['Last-Event-ID'] = continuing.last_event_id
    parser = EventParser()
    async with api.opened(path, headers, _SILENCE_SECONDS) as response:
        chunks = response.aiter_bytes()
        while True:
            # The events are yielded outside of the try: an error of the consumer is no end of the connection.
            try:
                chunk = await anext(chunks)
            except (StopAsyncIteration, *NETWORK_ERRORS):
                return
            for told in parser.fed(chunk):
                if told.retry_seconds is not None:
                    continuing.retry_seconds = told.retry_seconds
                if told.id is not None:
                    continuing.last_event_id = told.id
                continuing.has_ended = continuing.has_ended or told.event == 'end'
                yield told


def _parsed(data: str) -> Any:
    try:
        return json.loads(data)
    except ValueError as error:
        raise FareboxError('unexpected_response', details={'reason': 'an event is no JSON'}) from error
