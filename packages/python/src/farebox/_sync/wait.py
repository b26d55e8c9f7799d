# Made from `_async` by `npm run generate`; edit that one.
"""Waits for the end of an execution or a batch with `Prefer: wait`. If the service does not apply it, polls as rarely as the API asks."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from .._generated import Batch, Execution
from .._http.calls import Call
from .._http.deadline import Deadline
from .._http.retry_after import retry_after_seconds
from .._io_sync import sleep
from .._requests.kinds import segment
from ..errors import FareboxError
from .api import Api

_INTERVAL_SECONDS = 5
"""The least pause between two reads that the service did not delay; Retry-After may ask for a longer one."""
_WAIT_SECONDS_MAX = 30
"""The API's maximum of `Prefer: wait`. One wait also stays within half of the request timeout."""
_OVER = frozenset({'succeeded', 'failed', 'cancelled'})

State = TypeVar('State')


@dataclass(frozen=True)
class _Reading(Generic[State]):
    path: str
    is_over: Callable[[State], bool]
    is_delayed: Callable[[State], bool]
    """Whether the service delays a response for this state. It never waits for a review."""
    timed_out: Callable[[State], FareboxError]
    on_progress: Callable[[State], None] | None
    deadline: Deadline


def wait_for(
    first: Execution,
    api: Api,
    on_progress: Callable[[Execution], None] | None,
    through_review: bool,
    deadline: Deadline,
) -> Execution:
    """`first` is the execution as just read or accepted; it is also reported to `on_progress`."""
    reading: _Reading[Execution] = _Reading(
        f'/tools/executions/{segment(first["id"])}',
        lambda one: one['status'] in _OVER or (one['status'] == 'needs_review' and not through_review),
        lambda one: one['status'] != 'needs_review',
        lambda one: FareboxError('wait_timed_out', execution=one),
        on_progress,
        deadline,
    )
    return _until_over(first, reading, api)


def wait_for_batch(
    first: Batch,
    api: Api,
    on_progress: Callable[[Batch], None] | None,
    through_review: bool,
    deadline: Deadline,
) -> Batch:
    """Waits until all executions have ended, or only reviews are open."""
    reading: _Reading[Batch] = _Reading(
        f'/tools/batches/{segment(first["id"])}',
        lambda batch: batch['finishedAt'] is not None or (not _is_busy(batch) and not through_review),
        _is_busy,
        lambda batch: FareboxError('wait_timed_out', details={'batchId': batch['id']}),
        on_progress,
        deadline,
    )
    return _until_over(first, reading, api)


def _is_busy(batch: Batch) -> bool:
    return batch['counts']['queued'] + batch['counts']['running'] > 0


def _until_over(first: State, reading: _Reading[State], api: Api) -> State:
    deadline = reading.deadline
    longest = min(_WAIT_SECONDS_MAX, int(api.timeout_seconds // 2))
    seconds = longest if reading.on_progress is None else min(longest, _INTERVAL_SECONDS)
    state, least, was_kept_back = first, 0.0, True  # true before the first request, so that it needs no pause
    while True:
        if reading.on_progress is not None:
            reading.on_progress(state)
        if reading.is_over(state):
            return state
        _unless_over(state, reading)
        prefer = min(seconds, int(max(deadline.left(), 0)) + 1) if deadline.at is not None else seconds
        is_waiting = prefer > 0 and reading.is_delayed(state)
        if not is_waiting or not was_kept_back:
            sleep(max(min(max(_INTERVAL_SECONDS, least), deadline.left()), 0))
            _unless_over(state, reading)
        asked_at = time.monotonic()
        headers = {'Prefer': f'wait={prefer}'} if is_waiting else {}
        reply = api.send(Call('GET', reading.path, headers=headers))
        state, least = reply.data, retry_after_seconds(reply.headers)
        # Trusts the measured time and not only the header: a read that returned at once is followed by a pause.
        was_kept_back = 'Preference-Applied' in reply.headers and time.monotonic() - asked_at >= prefer * 0.9


def _unless_over(state: State, reading: _Reading[State]) -> None:
    if reading.deadline.left() <= 0:
        raise reading.timed_out(state)
