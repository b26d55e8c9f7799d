"""A pull runner claims runs, reports them under their lease, and loses none: faults of the network, cancels and shutdowns."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

import pytest
from door import KEY, LOST, Door, Offered, door

from farebox_runner import KeyRefused, MaxLength, MemoryStore, Outcome, Run, Runner, RunFailed, Store, pull, tool

LOST_RUN = {'status': 'failed', 'reason': 'failed', 'message': 'the runner has stopped during the run', 'billed': False}


class Pulling:
    def __init__(self, at: Door, function: Callable[..., Any], store: Store | None = None, **options: Any) -> None:
        self.errors: list[str] = []
        runner = Runner(tool('acme-tool')(function), store=store, on_error=lambda error, _: self.errors.append(str(error)))
        self._stopped = threading.Event()
        given: dict[str, Any] = {'url': at.url, 'key': KEY, 'concurrency': 1, 'grace': 0.0, 'stop': self._stopped, **options}
        self._thread = threading.Thread(target=lambda: pull(runner, **given))
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(30)
        assert not self._thread.is_alive()


@contextmanager
def pulling(at: Door, function: Callable[..., Any], store: Store | None = None, **options: Any) -> Iterator[Pulling]:
    runner = Pulling(at, function, store, **options)
    try:
        yield runner
    finally:
        runner.stop()


class Held:
    """A tool in a thread that ends when it is told to, or when it is stopped."""

    def __init__(self) -> None:
        self.begun, self.gate, self.times = threading.Event(), threading.Event(), 0
        self.run: Run | None = None

    def tool(self) -> Callable[..., Any]:
        def held(run: Run) -> Outcome:
            self.times, self.run = self.times + 1, run
            self.begun.set()
            while not self.gate.wait(0.01):
                run.check()
            return Outcome(units=1)

        return held


def until(at: Door, run: Offered, is_so: Callable[[Offered], bool]) -> None:
    with at.changed:
        assert at.changed.wait_for(lambda: is_so(run), 30), run.reports


def test_a_run_is_reported_before_its_work_begins_and_then_its_end() -> None:
    before: list[str] = []

    def function(text: Annotated[str, MaxLength(20)]) -> Outcome:
        before.extend(run.statuses())
        return Outcome({'text': text}, units=2, cost='0.001')

    with door() as at:
        run = at.offer(arguments={'text': 'größer ✓'})
        with pulling(at, function):
            end = at.end_of(run)
    expected = {'status': 'succeeded', 'artifacts': [], 'result': {'text': 'größer ✓'}, 'units': 2}
    assert end == {**expected, 'cost': {'usd': '0.001'}}
    assert before == ['running']


def test_a_run_whose_first_report_is_not_taken_does_not_begin() -> None:
    times: list[int] = []
    with door() as at:
        at.wrong['report'].append((409, 'run_lease_lost'))
        lost, following = at.offer(), at.offer()
        with pulling(at, lambda: times.append(1)):
            at.end_of(following)
    assert (lost.reports, times) == ([], [1])


def test_the_lease_is_renewed_while_the_work_goes_on_and_progress_is_told() -> None:
    held = Held()
    with door(0.6) as at:
        run = at.offer()
        with pulling(at, held.tool()):
            assert held.begun.wait(30) and held.run is not None
            held.run.progress(0.4)
            until(at, run, lambda run: len(run.reports) > 3)
            assert run.reports[-1]['reply'] == {'status': 'running', 'progress': 0.4}
            held.gate.set()
            assert at.end_of(run)['status'] == 'succeeded'


def test_a_cancel_stops_a_run_and_one_that_comes_early_keeps_it_from_beginning() -> None:
    begun = threading.Event()

    def blocking(run: Run) -> None:
        begun.set()
        run.stopped.wait()
        raise RunFailed('stopped', billed=True, cost='0.002')

    with door() as at:
        run = at.offer()
        with pulling(at, blocking):
            assert begun.wait(30)
            at.cancel(run)
            assert at.end_of(run) == {'status': 'cancelled', 'cost': {'usd': '0.002'}}
            early = at.offer()
            at.cancel(early)
            assert at.end_of(early) == {'status': 'cancelled'}


def test_requests_that_are_lost_or_refused_for_a_while_are_repeated_and_the_work_is_done_once() -> None:
    times: list[int] = []
    with door(12) as at:
        at.wrong['claim'] += [503, 429, 404]
        at.wrong['report'] += [502, LOST, 409, 503]
        run = at.offer()
        with pulling(at, lambda: times.append(1)) as runner:
            assert at.end_of(run)['status'] == 'succeeded'
    assert (times, at.wrong) == ([1], {'claim': [], 'report': []})
    assert len(runner.errors) == 7
    assert not [error for error in runner.errors if KEY in error]


def test_a_run_that_was_given_to_another_claim_is_stopped_and_its_end_is_not_told() -> None:
    held = Held()
    with door(0.6) as at:
        run = at.offer()
        with pulling(at, held.tool()) as runner:
            assert held.begun.wait(30) and held.run is not None
            at.wrong['report'].append((409, 'run_lease_lost'))
            assert held.run.stopped.wait(30)
            following = at.offer()
            held.gate.set()
            at.end_of(following)
    assert set(run.statuses()) == {'running'}
    assert runner.errors == ['status 409, run_lease_lost']


def test_a_token_that_comes_again_while_its_work_goes_on_is_one_run_under_the_new_lease() -> None:
    held = Held()
    with door(0.6) as at:
        run = at.offer()
        with pulling(at, held.tool(), concurrency=2, idempotent=True) as runner:
            assert held.begun.wait(30) and held.run is not None
            at.offer(run.token)
            until(at, run, lambda run: run.reports[-1]['lease'] == 'lease-1')
            while not runner.errors:  # the first claim learns that its lease is lost
                time.sleep(0.01)
            assert not held.run.stopped.is_set()
            held.gate.set()
            assert at.end_of(run)['status'] == 'succeeded'
    assert (held.times, run.reports[-1]['lease']) == (1, 'lease-1')


def test_a_shutdown_lets_a_run_end_within_its_time() -> None:
    held = Held()
    with door() as at:
        run = at.offer()
        runner = Pulling(at, held.tool(), grace=20.0)
        assert held.begun.wait(30)
        threading.Timer(0.1, held.gate.set).start()
        runner.stop()
    assert run.statuses()[-1] == 'succeeded'


def test_a_shutdown_gives_a_run_back_that_may_begin_again_and_its_store_takes_it_again() -> None:
    held, store = Held(), MemoryStore()
    with door() as at:
        run = at.offer()
        runner = Pulling(at, held.tool(), store, idempotent=True)
        assert held.begun.wait(30)
        runner.stop()
        assert run.statuses()[-1] == 'not_taken'
        at.offer(run.token)
        with pulling(at, lambda: None, store, idempotent=True):
            until(at, run, lambda run: run.statuses()[-1] == 'succeeded')


def test_a_shutdown_ends_any_other_run_as_a_failure_without_a_bill() -> None:
    async def endless() -> None:
        begun.set()
        await asyncio.Event().wait()

    begun, store = threading.Event(), MemoryStore()
    with door() as at:
        run = at.offer()
        runner = Pulling(at, endless, store)
        assert begun.wait(30)
        runner.stop()
    assert run.reports[-1]['reply'] == LOST_RUN == store.find(run.token)
    assert runner.errors == []


def test_a_store_that_cannot_take_a_run_gives_it_back() -> None:
    class Full(MemoryStore):
        def begin(self, token: str) -> bool:
            raise OSError('disk full')

    held = Held()
    with door() as at:
        run = at.offer()
        with pulling(at, held.tool(), Full()) as runner:
            assert at.end_of(run)['status'] == 'not_taken'
    assert (held.times, runner.errors) == (0, ['disk full'])


def test_a_key_that_is_not_accepted_ends_pulling_without_the_key_in_the_error() -> None:
    with door() as at:
        with pytest.raises(KeyRefused, match='does not accept the runner key: invalid_runner_key') as refused:
            pull(Runner(), url=at.url, key='another-key')
        assert 'another-key' not in str(refused.value)
    with pytest.raises(ValueError, match='missing'):
        pull(Runner(), url='http://127.0.0.1:9', key='')


def test_sigterm_ends_pulling_and_the_handlers_are_as_before() -> None:
    def terminate() -> None:
        assert at.asked.wait(30)
        os.kill(os.getpid(), signal.SIGTERM)

    before = signal.getsignal(signal.SIGTERM)
    with door() as at:
        threading.Thread(target=terminate).start()
        pull(Runner(), url=at.url, key=KEY, concurrency=1, grace=0)
    assert signal.getsignal(signal.SIGTERM) is before
