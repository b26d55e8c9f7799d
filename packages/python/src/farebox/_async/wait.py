"""Waits for the end of an execution with `Prefer: wait`. If the service does not apply it, polls as rarely as the API asks."""

from __future__ import annotations

import time
from collections.abc import Callable

from .._generated import Batch, Execution
from .._http.calls import Call
from .._http.deadline import Deadline
from .._http.retry_after import retry_after_seconds
from .._io_async import sleep
from .._requests.kinds import segment
from ..errors import FareboxError
from .api import AsyncApi

_INTERVAL_SECONDS = 5
"""The least pause between two reads that the service did not delay; Retry-After may ask for a longer one."""
_WAIT_SECONDS_MAX = 30
"""The API's maximum of `Prefer: wait`. One wait also stays within half of the request timeout."""
_OVER = frozenset({'succeeded', 'failed', 'cancelled'})


async def wait_for(
    first: Execution,
    api: AsyncApi,
    on_progress: Callable[[Execution], None] | None,
    through_review: bool,
    deadline: Deadline,
) -> Execution:
    """`first` is the execution as just read or accepted; it is also reported to `on_progress`."""
    longest = min(_WAIT_SECONDS_MAX, int(api.timeout_seconds // 2))
    seconds = longest if on_progress is None else min(longest, _INTERVAL_SECONDS)
    execution, least, was_kept_back = first, 0.0, True  # true before the first request, so that it needs no pause
    while True:
        if on_progress is not None:
            on_progress(execution)
        status = execution['status']
        if status in _OVER or (status == 'needs_review' and not through_review):
            return execution
        _unless_over(deadline, execution)
        # The service never delays the response for an execution under review.
        prefer = min(seconds, int(max(deadline.left(), 0)) + 1) if deadline.at is not None else seconds
        is_waiting = prefer > 0 and status != 'needs_review'
        if not is_waiting or not was_kept_back:
            await sleep(max(min(max(_INTERVAL_SECONDS, least), deadline.left()), 0))
            _unless_over(deadline, execution)
        asked_at = time.monotonic()
        reply = await api.send(_reading(execution['id'], prefer if is_waiting else 0))
        execution, least = reply.data, retry_after_seconds(reply.headers)
        # Trusts the measured time and not only the header: a read that returned at once is followed by a pause.
        was_kept_back = 'Preference-Applied' in reply.headers and time.monotonic() - asked_at >= prefer * 0.9


def _reading(id: str, prefer: int) -> Call:
    headers = {'Prefer': f'wait={prefer}'} if prefer > 0 else {}
    return Call('GET', f'/tools/executions/{segment(id)}', headers=headers)


def _unless_over(deadline: Deadline, execution: Execution) -> None:
    if deadline.left() <= 0:
        raise FareboxError('wait_timed_out', execution=execution)


async def wait_for_batch(
    first: Batch,
    api: AsyncApi,
    on_progress: Callable[[Batch], None] | None,
    through_review: bool,
    deadline: Deadline,
) -> Batch:
    """Polls until all executions have ended, or only reviews are open."""
    batch, seconds = first, float(_INTERVAL_SECONDS)
    while True:
        if on_progress is not None:
            on_progress(batch)
        is_idle = batch['counts']['queued'] + batch['counts']['running'] == 0
        if batch['finishedAt'] is not None or (is_idle and not through_review):
            return batch
        await sleep(max(min(seconds, deadline.left()), 0))
        if deadline.left() <= 0:
            raise FareboxError('wait_timed_out', details={'batchId': batch['id']})
        reply = await api.send(Call('GET', f'/tools/batches/{segment(batch["id"])}'))
        batch, seconds = reply.data, max(_INTERVAL_SECONDS, retry_after_seconds(reply.headers))
