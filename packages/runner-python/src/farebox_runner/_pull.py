"""Lets a runner ask Farebox for its runs, so that it needs no address: docs/runner-pull.md.

The first report of a run comes before its work: a run whose claim was never reported is given to another runner.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Coroutine, Generator
from typing import Any

from ._client import Client, Heard, KeyRefused
from ._json import LOST, NOT_TAKEN, JsonObject, Reply
from ._runner import Runner
from ._runs import Runs

__all__ = ['KeyRefused', 'pull']

_LEAVE = 5.0
"""For the last reports."""
_IDLE = 1.0
"""Between claims that bring nothing at once, as a gateway that is shut down responds."""
_FULL = 5.0
_END = 15 * 60.0
"""An end is reported again for this long."""
_WATCH = 0.1


def pull(
    runner: Runner,
    *,
    url: str,
    key: str,
    concurrency: int | None = None,
    idempotent: bool = False,
    stop: threading.Event | None = None,
    grace: float = 8.0,
) -> None:
    """Blocks until `stop` is set (default: until SIGINT or SIGTERM) and each run was reported. Raises KeyRefused.

    `url` is that of the Farebox API, and `key` the runner key of the tool. Write `idempotent=True` if the manifest does:
    an interrupted run may begin again, so a shutdown gives it back. Running runs get `grace` seconds to end.
    """
    if not key:
        raise ValueError('a runner key is missing')
    with _signals() if stop is None else contextlib.nullcontext(stop) as stopped:
        puller = _Puller(runner.runs, Client(url, key), idempotent, grace)
        asyncio.run(puller.work(runner.runs.concurrency if concurrency is None else concurrency, stopped))


@contextlib.contextmanager
def _signals() -> Generator[threading.Event, None, None]:
    """Set by the first SIGINT or SIGTERM; a second one ends the process as usual."""
    stopped = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def restore() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def on_signal(number: int, frame: object) -> None:
        restore()
        stopped.set()

    for number in before:
        signal.signal(number, on_signal)
    try:
        yield stopped
    finally:
        restore()


class _Puller:
    def __init__(self, runs: Runs, client: Client, is_repeatable: bool, grace: float) -> None:
        self._runs, self._client, self._is_repeatable, self._grace = runs, client, is_repeatable, grace
        self._claims: Counter[str] = Counter()
        self._stopping, self._interrupting, self._leaving = (asyncio.Event() for _ in range(3))

    async def work(self, concurrency: int, stopped: threading.Event) -> None:
        places = [asyncio.create_task(self._place()) for _ in range(concurrency)]
        watch = asyncio.create_task(self._watch(stopped))
        done, _ = await asyncio.wait(places, return_when=asyncio.FIRST_EXCEPTION)
        if any(place.exception() is not None for place in done):
            self._stopping.set()
            self._interrupting.set()
        ends = await asyncio.gather(*places, return_exceptions=True)
        watch.cancel()
        for end in ends:
            if end is not None:
                raise end

    async def _watch(self, stopped: threading.Event) -> None:
        while not (stopped.is_set() or self._stopping.is_set()):
            await asyncio.sleep(_WATCH)
        self._stopping.set()
        await _pause(self._grace, self._interrupting)
        self._interrupting.set()
        await asyncio.sleep(_LEAVE)
        self._leaving.set()

    async def _place(self) -> None:
        """Claims a run, does its work, and claims the next one."""
        failures = 0
        while not self._stopping.is_set():
            asked = time.monotonic()
            heard = await _unless(self._stopping, self._client.claim())
            if heard is None:
                return
            if heard.kind != 'ok':
                self._runs.on_error(OSError(f'a claim was not answered: {heard.problem}'), 'claim')
                await _pause(_backoff(failures) if heard.after is None else heard.after, self._stopping)
                failures += 1
                continue
            failures = 0
            run = heard.data.get('run')
            if run is None:
                if time.monotonic() - asked < _IDLE:
                    await _pause(_IDLE, self._stopping)
                continue
            self._claims[run['token']] += 1
            try:
                is_taken = await self._follow(run)
            finally:
                self._claims[run['token']] -= 1
                self._claims += Counter()  # forgets those at zero
            if not is_taken:
                await _pause(_FULL, self._stopping)

    async def _follow(self, run: JsonObject) -> bool:
        """From the claim to the report of the end. False if this process could not begin the run."""
        lease: float = run['leaseSeconds']
        begun = await self._report_until_taken(run, {'status': 'running'}, lease * 2 / 3)
        if begun is None:
            return True
        if begun.get('cancel'):
            end: Reply | None = {'status': 'cancelled'}
        elif self._stopping.is_set():
            end = NOT_TAKEN
        else:
            end = await self._work(run)
        if end is not None:
            await self._report_until_taken(run, end, _END)
        return end is None or end['status'] != 'not_taken'

    async def _work(self, run: JsonObject) -> Reply | None:
        token, body, tick = run['token'], json.dumps(run['start']).encode(), run['leaseSeconds'] / 60
        try:
            reply = await self._runs.start(token, body, tick, is_repeatable=self._is_repeatable)
        except Exception as error:  # the store could not take the run, so nothing has begun
            self._runs.on_error(error, token)
            return NOT_TAKEN
        return await self._end_of(run, reply, tick)

    async def _end_of(self, run: JsonObject, reply: Reply, tick: float) -> Reply | None:
        """Reports until the run ends. None: the run is no longer this claim's."""
        token, reported, reported_at = run['token'], None, time.monotonic()
        while reply['status'] == 'running':
            if self._interrupting.is_set():
                return self._interrupted(await self._runs.interrupt(token))
            progress = reply.get('progress')
            if time.monotonic() - reported_at >= (tick * 20 if progress == reported else tick * 5):
                heard = await self._report_running(run, progress)
                if heard.kind == 'gone':
                    return None
                reported = progress if heard.kind == 'ok' else object()  # a report that was lost is repeated soon
                reported_at = time.monotonic()
                if heard.data.get('cancel'):
                    reply = await self._runs.cancel(token)
            if reply['status'] == 'running':
                reply = await self._runs.find(token, tick)
        return LOST if reply['status'] == 'not_known' else reply

    async def _report_running(self, run: JsonObject, progress: float | None) -> Heard:
        """Extends the lease. If the run is gone, its work stops, unless another claim of this process has it."""
        token = run['token']
        known = {} if progress is None else {'progress': progress}
        heard = await self._client.report(token, run['lease'], {'status': 'running', **known})
        if heard.kind != 'ok':
            self._runs.on_error(OSError(heard.problem), token)
        if heard.kind == 'gone' and self._claims[token] < 2:
            await self._runs.interrupt(token)
        return heard

    def _interrupted(self, reply: Reply) -> Reply | None:
        """A tool that ignores `run.stopped` still runs. Then only a repeatable run has something true to tell."""
        if reply['status'] == 'running':
            return NOT_TAKEN if self._is_repeatable else None
        return LOST if reply['status'] == 'not_known' else reply

    async def _report_until_taken(self, run: JsonObject, reply: Reply, seconds: float) -> JsonObject | None:
        """Repeats a report until Farebox has taken it. None: the run is gone, or the time is over."""
        until, failures = time.monotonic() + seconds, 0
        while True:
            heard = await _unless(self._leaving, self._client.report(run['token'], run['lease'], reply))
            if heard is None or heard.kind == 'ok':
                return None if heard is None else heard.data
            self._runs.on_error(OSError(f'a report was not taken: {heard.problem}'), run['token'])
            wait = _backoff(failures) if heard.after is None else heard.after
            if heard.kind == 'gone' or time.monotonic() + wait > until:
                return None
            failures += 1
            await _pause(wait, self._leaving)


def _backoff(failures: int) -> float:
    """Doubles with each failure up to 30 s, and differs by up to a half, so that many runners do not ask at once."""
    return float(min(2 ** min(failures, 10), 30)) * (1 - random.random() / 2)


async def _pause(seconds: float, event: asyncio.Event) -> None:
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)


async def _unless(event: asyncio.Event, work: Coroutine[Any, Any, Heard]) -> Heard | None:
    """None if the event is set before the work is done."""
    task, waiting = asyncio.create_task(work), asyncio.create_task(event.wait())
    await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if not task.done():
        task.cancel()
        return None
    return task.result()
