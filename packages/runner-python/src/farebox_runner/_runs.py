"""The runs of one process. A token is stored before its work begins, and its work begins once.

If the store has a run that this process does not work on, a process before it has died: such a run ends as failed.
"""

from __future__ import annotations

import asyncio
import inspect
import json
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any

from ._failed import RunFailed
from ._files import File, Output
from ._json import LOST, NOT_TAKEN, JsonObject, Reply, failed
from ._run import Limits, Run, cost_of, succeeded
from ._schema import Tool
from ._store import Store

_START_WAIT = 10.0
"""A run that ends sooner is the response to its start."""
_STOP_WAIT = 2.0


@dataclass
class _Live:
    run: Run
    is_repeatable: bool
    progress: float | None = None
    is_cancelled: bool = False
    is_interrupted: bool = False
    work: asyncio.Future[Any] | None = None
    ended: asyncio.Task[Reply] | None = None
    is_stored: bool = False

    def stop(self) -> None:
        """A coroutine is cancelled; a function in a thread sees `run.stopped`."""
        self.run.stopped.set()
        if isinstance(self.work, asyncio.Task):
            self.work.cancel()

    def cancel(self) -> None:
        self.is_cancelled = self.is_cancelled or not self.is_interrupted
        self.stop()

    def interrupt(self) -> None:
        self.is_interrupted = self.is_interrupted or not self.is_cancelled
        self.stop()


class Runs:
    def __init__(
        self, tools: Mapping[str, Tool], store: Store, concurrency: int, on_error: Callable[[BaseException, str], None]
    ) -> None:
        self._tools, self._store, self.concurrency, self.on_error = tools, store, concurrency, on_error
        self._live: dict[str, asyncio.Task[_Live | Reply]] = {}
        self._pool = ThreadPoolExecutor(max_workers=concurrency, thread_name_prefix='farebox-run')

    async def start(
        self, token: str, body: bytes, wait: float = _START_WAIT, *, is_repeatable: bool = False
    ) -> Reply:
        """Repeatable: an interrupted run may begin again from its beginning."""
        task = self._live.get(token)
        if task is None:  # no await before the entry is there: two requests at the same time share it
            task = self._live[token] = asyncio.create_task(self._begin(token, body, is_repeatable))
            task.add_done_callback(lambda done: self._forget_unless_live(token, done))
        return await self._state(await asyncio.shield(task), wait)

    async def find(self, token: str, wait: float = 0) -> Reply:
        for _ in range(2):  # the run may have ended, or begun, during the first look
            task = self._live.get(token)
            if task is not None:
                return await self._state(await asyncio.shield(task), wait)
            stored = await asyncio.to_thread(self._store.find, token)
            if stored is None:
                return {'status': 'not_known'}
            if stored['status'] != 'running':
                return stored
        if token in self._live:
            return await self.find(token, wait)
        await asyncio.to_thread(self._store.end, token, LOST)
        return LOST

    async def cancel(self, token: str) -> Reply:
        return await self._stop(token, _Live.cancel)

    async def interrupt(self, token: str) -> Reply:
        """Stops the work because the process ends. A repeatable run is then `not_taken`, any other one has failed."""
        return await self._stop(token, _Live.interrupt)

    async def _stop(self, token: str, stop: Callable[[_Live], None]) -> Reply:
        task = self._live.get(token)
        if task is None:
            return await self.find(token)
        current = await asyncio.shield(task)
        if isinstance(current, _Live):
            stop(current)
        return await self._state(current, _STOP_WAIT)

    async def _begin(self, token: str, body: bytes, is_repeatable: bool) -> _Live | Reply:
        stored = await asyncio.to_thread(self._store.find, token)
        if stored is not None and stored['status'] != 'running':
            return stored
        try:
            live = self._live_of(token, json.loads(body), is_repeatable)
        except (KeyError, TypeError, ValueError) as error:
            return failed(f'the body breaks the protocol: {error!r}')
        if live.run.tool not in self._tools:
            return failed(f'this runner has no tool {live.run.tool}')
        if (stored is None or is_repeatable) and len(self._live) > self.concurrency:
            return NOT_TAKEN
        if await asyncio.to_thread(self._store.begin, token) if stored is None else is_repeatable:
            live.ended = asyncio.create_task(self._to_the_end(live))
            return live
        await asyncio.to_thread(self._store.end, token, LOST)
        return LOST

    def _live_of(self, token: str, start: JsonObject, is_repeatable: bool) -> _Live:
        if start['protocol'] != 1:
            raise ValueError('the protocol is not version 1')
        limits = start['limits']
        deadline = datetime.fromisoformat(limits['deadline'].replace('Z', '+00:00'))
        live: _Live

        def progress(part: float) -> None:
            live.progress = min(part, 1.0) if part >= 0 else None

        run = Run(
            token=token,
            tool=str(start['tool']),
            version=int(start['version']),
            arguments=dict(start['arguments']),
            inputs=[File(facts) for facts in start['inputs']],
            outputs=[Output(index, facts) for index, facts in enumerate(start['outputs'])],
            limits=Limits(deadline, int(limits['unitsMax']), str(limits['costMaxUsd'])),
            progress=progress,
        )
        live = _Live(run, is_repeatable)
        return live

    async def _to_the_end(self, live: _Live) -> Reply:
        reply = await self._execute(live)
        if live.is_repeatable and live.is_interrupted and reply['status'] != 'succeeded':
            self._live.pop(live.run.token, None)
            return NOT_TAKEN
        try:
            await asyncio.to_thread(self._store.end, live.run.token, reply)
            self._live.pop(live.run.token, None)
        except Exception as error:  # the entry stays: a success must not become a lost run
            self.on_error(error, live.run.token)
        return reply

    async def _execute(self, live: _Live) -> Reply:
        run, loop = live.run, asyncio.get_running_loop()
        left = (run.limits.deadline - datetime.now(timezone.utc)).total_seconds()
        tool = self._tools[run.tool]
        call = _call_of(tool, run)
        if inspect.iscoroutinefunction(tool.function):
            live.work = asyncio.create_task(call())
        else:
            live.work = loop.run_in_executor(self._pool, call)
        timer = loop.call_later(max(0.0, left), live.stop)
        try:
            return succeeded(run, await live.work)
        except RunFailed as error:
            return self._failed(live, error)
        except (Exception, asyncio.CancelledError) as error:
            return self._thrown(live, error)
        finally:
            timer.cancel()

    def _failed(self, live: _Live, error: RunFailed) -> Reply:
        try:
            cost = cost_of(error.cost)
        except RunFailed as wrong:
            return failed(wrong.message)
        if live.is_cancelled:
            return {'status': 'cancelled', **cost}
        return {**failed(error.message), 'reason': error.reason, 'billed': error.billed, **cost}

    def _thrown(self, live: _Live, error: BaseException) -> Reply:
        if live.is_cancelled:
            return {'status': 'cancelled'}
        if live.is_interrupted:
            return LOST
        if live.run.stopped.is_set():
            return failed('the deadline has passed')
        self.on_error(error, live.run.token)
        return failed(f'the tool has raised {error!r}')

    def _forget_unless_live(self, token: str, done: asyncio.Task[_Live | Reply]) -> None:
        if done.cancelled() or done.exception() is not None or not isinstance(done.result(), _Live):
            self._live.pop(token, None)

    async def _state(self, current: _Live | Reply, wait: float) -> Reply:
        if not isinstance(current, _Live):
            return current
        assert current.ended is not None, 'a run that is live was begun'
        done, _ = await asyncio.wait([current.ended], timeout=wait)
        if done:
            return current.ended.result()
        progress = {} if current.progress is None else {'progress': current.progress}
        return {'status': 'running', **progress, 'retryAfterSeconds': 1}


def _call_of(tool: Tool, run: Run) -> Callable[[], Any]:
    """The function with its arguments: files and lists of files are replaced by their File."""
    named = {name: _with_files(value, run) for name, value in run.arguments.items()}
    if tool.run_parameter is not None:
        named[tool.run_parameter] = run
    return lambda: tool.function(**named)


def _with_files(value: Any, run: Run) -> Any:
    if isinstance(value, list):
        return [_with_files(each, run) for each in value]  # pyright: ignore[reportUnknownVariableType]
    is_file = isinstance(value, dict) and set(value) == {'input'}  # pyright: ignore[reportUnknownArgumentType]
    return run.inputs[value['input']] if is_file else value  # pyright: ignore[reportUnknownVariableType]
