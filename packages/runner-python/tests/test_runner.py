"""A runner keeps the protocol: signatures, one run for each token, look-ups, cancel, and ends."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from stand_in import OTHER, SECRET, ask, cancel, find, new_token, one, start, start_of

from farebox_runner import FolderStore, MemoryStore, Outcome, Run, Runner, RunFailed, Store, sign, tool

LOST = {'status': 'failed', 'reason': 'failed', 'message': 'the runner has stopped during the run', 'billed': False}


def runner_of(function: Callable[..., Any], store: Store | None = None, **options: Any) -> Runner:
    options.setdefault('on_error', lambda error, token: None)
    return Runner(tool('acme-tool')(function), secrets=[SECRET], store=store, **options)


class Held:
    """A tool that ends when it is told to."""

    def __init__(self) -> None:
        self.begun, self.gate, self.times = asyncio.Event(), asyncio.Event(), 0
        self.run: Run | None = None

    def tool(self) -> Callable[..., Any]:
        async def held(run: Run) -> Outcome:
            self.times, self.run = self.times + 1, run
            self.begun.set()
            await self.gate.wait()
            return Outcome(units=1)

        return held


def test_a_short_run_is_answered_with_its_result_and_look_ups_repeat_it() -> None:
    async def check() -> None:
        runner = runner_of(lambda: Outcome({'text': 'größer ✓'}, units=2, cost='0.001', statement='gpu-7'))
        cost = {'usd': '0.001', 'statement': 'gpu-7'}
        reply = {'status': 'succeeded', 'artifacts': [], 'result': {'text': 'größer ✓'}, 'units': 2, 'cost': cost}
        token = new_token()
        assert await start(runner, token) == reply
        assert await ask(runner, 'GET', token) == (200, reply)
        assert await cancel(runner, token) == reply

    asyncio.run(check())


def test_the_same_token_twice_also_at_the_same_time_is_one_run() -> None:
    async def check() -> None:
        held = Held()
        runner, token = runner_of(held.tool()), new_token()
        both = [asyncio.create_task(start(runner, token)) for _ in range(2)]
        await held.begun.wait()
        held.gate.set()
        replies = [await task for task in both]
        assert replies[0] == replies[1] == await start(runner, token)
        assert (replies[0]['status'], held.times) == ('succeeded', 1)

    asyncio.run(check())


def test_a_look_up_shows_the_progress_and_a_full_runner_takes_nothing() -> None:
    async def check() -> None:
        held = Held()
        runner, token, later = runner_of(held.tool(), concurrency=1), new_token(), new_token()
        started = asyncio.create_task(start(runner, token))
        await held.begun.wait()
        assert held.run is not None
        held.run.progress(0.4)
        assert await find(runner, token) == {'status': 'running', 'progress': 0.4, 'retryAfterSeconds': 1}
        full = await ask(runner, 'PUT', later, b'{"protocol":1}')
        assert full[1]['status'] == 'failed'
        assert await start(runner, later) == {'status': 'not_taken', 'retryAfterSeconds': 5}
        assert await ask(runner, 'GET', later) == (404, {'status': 'not_known'})
        held.gate.set()
        assert (await started)['status'] == 'succeeded'
        assert (await start(runner, later))['status'] == 'succeeded'

    asyncio.run(check())


def test_a_cancel_ends_a_coroutine_and_a_function_in_a_thread() -> None:
    async def check() -> None:
        held = Held()

        def blocking(run: Run) -> None:
            loop.call_soon_threadsafe(held.begun.set)
            run.stopped.wait()
            raise RunFailed('stopped', billed=True, cost='0.002')

        loop = asyncio.get_running_loop()
        for function, reply in (
            (held.tool(), {'status': 'cancelled'}),
            (blocking, {'status': 'cancelled', 'cost': {'usd': '0.002'}}),
        ):
            held.begun.clear()
            runner, token = runner_of(function), new_token()
            assert await cancel(runner, token) == {'status': 'not_known'}
            started = asyncio.create_task(start(runner, token))
            await held.begun.wait()
            assert await cancel(runner, token) == reply
            assert await started == reply == await find(runner, token)

    asyncio.run(check())


def test_at_the_deadline_a_run_fails_without_a_bill() -> None:
    past = (datetime.now(timezone.utc) - timedelta(seconds=1)).isoformat()

    async def endless(run: Run) -> None:
        await asyncio.Event().wait()

    limits = {**start_of()['limits'], 'deadline': past}
    assert one(runner_of(endless), limits=limits)['message'] == 'the deadline has passed'


def test_after_a_restart_an_interrupted_run_is_a_failure_and_never_a_second_run(tmp_path: Path) -> None:
    async def check(store: Store, reopened: Store) -> None:
        held, done, broken = Held(), new_token(), new_token()
        assert (await start(runner_of(lambda: None, store), done))['status'] == 'succeeded'
        first = asyncio.create_task(start(runner_of(held.tool(), store), broken))
        await held.begun.wait()
        after = runner_of(held.tool(), reopened)
        assert (await find(after, done))['status'] == 'succeeded'
        assert await start(after, broken) == LOST
        held.gate.set()
        await first
        assert await find(after, broken) == LOST
        assert held.times == 1

    memory = MemoryStore()
    asyncio.run(check(memory, memory))
    asyncio.run(check(FolderStore(tmp_path), FolderStore(tmp_path)))


def test_a_store_that_fails_loses_no_success_and_begins_nothing() -> None:
    class Full(MemoryStore):
        def __init__(self, method: str) -> None:
            super().__init__()
            self.method = method

        def begin(self, token: str) -> bool:
            return self._unless('begin') or super().begin(token)

        def end(self, token: str, reply: dict[str, Any]) -> None:
            self._unless('end')
            super().end(token, reply)

        def _unless(self, method: str) -> bool:
            if method == self.method:
                raise OSError('disk full')
            return False

    async def check() -> None:
        errors: list[str] = []
        options: dict[str, Any] = {'on_error': lambda error, token: errors.append(str(error))}
        runner, token = runner_of(lambda: None, Full('end'), **options), new_token()
        assert (await start(runner, token))['status'] == 'succeeded' == (await find(runner, token))['status']
        held = Held()
        runner, body = runner_of(held.tool(), Full('begin'), **options), json.dumps(start_of()).encode()
        status, headers, _ = await runner.respond('PUT', f'/runs/{token}', sign([SECRET], token, body, time.time()), body)
        assert (status, 'webhook-signature' in headers, held.times, errors) == (500, False, 0, ['disk full', 'disk full'])

    asyncio.run(check())


@pytest.mark.parametrize(
    ('function', 'expected'),
    [
        (lambda: 1 / 0, {'message': "the tool has raised ZeroDivisionError('division by zero')"}),
        (lambda: Outcome(cost='-1'), {'message': 'a cost must be text such as "0.0123", of at least 0'}),
        (lambda: Outcome(cost=0.1), {'message': 'a cost must be text such as "0.0123", of at least 0'}),  # type: ignore[arg-type]
        (lambda: Outcome(units=float('nan')), {'message': 'units must be a number of at least 0'}),
        (lambda: 'x' * 70_000, {'message': 'the result has more than 65536 bytes or 32 levels'}),
        (lambda: float('inf'), {'message': 'the result is no JSON: Out of range float values are not JSON compliant'}),
    ],
)
def test_a_tool_that_ends_badly_makes_a_failure_that_says_why(function: Callable[[], Any], expected: Any) -> None:
    reply = one(runner_of(function))
    assert reply['message'].startswith(expected['message'])
    assert (reply['status'], reply['billed']) == ('failed', False)


def test_a_failure_says_whether_it_is_billed() -> None:
    def function() -> None:
        raise RunFailed('no text', billed=True, cost='0.1', reason='content_rejected')

    stated = {'reason': 'content_rejected', 'message': 'no text', 'billed': True, 'cost': {'usd': '0.1'}}
    assert one(runner_of(function)) == {'status': 'failed', **stated}


@pytest.mark.parametrize(
    ('secret', 'age', 'signed_for', 'problem'),
    [
        (OTHER, 0, 'exe_1.0', 'no secret'),
        (SECRET, 301, 'exe_1.0', 'five minutes'),
        (SECRET, -301, 'exe_1.0', 'five minutes'),
        (SECRET, 0, 'exe_2.0', 'not the token'),
    ],
)
def test_a_request_of_somebody_else_is_refused(secret: str, age: int, signed_for: str, problem: str) -> None:
    async def check() -> None:
        runner = runner_of(lambda: None)
        headers = sign([secret], signed_for, b'', time.time() - age)
        status, _, content = await runner.respond('GET', '/runs/exe_1.0', headers, b'')
        assert (status, problem in content.decode()) == (401, True)
        cancelled = await runner.respond(
            'POST', '/runs/exe_1.0/cancel', sign([SECRET], 'exe_1.0', b'', time.time()), b'{"cancel":true}'
        )
        assert cancelled[0] == 401

    asyncio.run(check())


def test_other_addresses_do_not_exist() -> None:
    async def check() -> None:
        runner = runner_of(lambda: None)
        for method, path in (('DELETE', '/runs/a'), ('GET', '/runs/..'), ('GET', '/'), ('GET', '/runs/a/cancel')):
            assert (await runner.respond(method, path, {}, b''))[0] == 404

    asyncio.run(check())


def test_the_secrets_are_checked_at_the_start() -> None:
    for secrets in ([], ['hunter2']):
        with pytest.raises(ValueError, match='secret'):
            Runner(secrets=secrets)


def test_an_asgi_server_gets_the_same_responses_and_large_bodies_are_refused() -> None:
    async def call(body: bytes) -> tuple[int, bytes]:
        sent: list[dict[str, Any]] = []
        token = new_token()
        headers = [(name.encode(), value.encode()) for name, value in sign([SECRET], token, body, time.time()).items()]
        scope = {'type': 'http', 'method': 'PUT', 'path': f'/runs/{token}', 'headers': headers}
        parts = iter([{'body': body[:5], 'more_body': True}, {'body': body[5:], 'more_body': False}])

        async def receive() -> dict[str, Any]:
            return {'type': 'http.request', **next(parts)}

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await runner_of(lambda: 'done')(scope, receive, send)
        return sent[0]['status'], sent[1]['body']

    status, content = asyncio.run(call(json.dumps(start_of()).encode()))
    assert (status, json.loads(content)['result']) == (200, 'done')
    assert asyncio.run(call(b' ' * (2 * 1024 * 1024 + 1)))[0] == 413
