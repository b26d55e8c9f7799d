"""Requests that a crash interrupted: which are pending, and how they are resumed one by one or all together."""

from __future__ import annotations

from typing import Any

from conftest import Play, code_of
from scripted import Scripted, ok, quote, refused

from farebox import PaidRequest

OUTPUT = {'artifacts': [], 'result': 1}
DONE = {'id': 'exe_1', 'tool': 'a-tool', 'status': 'succeeded', 'output': OUTPUT}
FAILURE = {'status': 'UNAVAILABLE', 'message': 'provider_output_invalid'}
FAILED = {**DONE, 'id': 'exe_2', 'status': 'failed', 'error': FAILURE, 'chargedMicros': 50_000}
REVIEWED = {**DONE, 'status': 'needs_review'}


def stored(name: str, accepted_id: str | None, **facts: Any) -> PaidRequest:
    return PaidRequest(
        kind='execution',
        name=name,
        idempotency_key=f'sdk_{name}',
        tool='a-tool',
        arguments='{"n":1}',
        created_at='2026-11-22T00:00:00.000Z',
        accepted_id=accepted_id,
        **facts,
    )


def test_a_named_request_is_pending_until_its_execution_has_ended(play: Play) -> None:
    played = play([quote(50), Scripted(202, {'data': REVIEWED}), ok(DONE), ok(DONE)])
    client = played.client

    def again() -> Any:
        return client.run('a-tool', {'n': 1}, ceiling=100, request='one')

    assert code_of(again) == 'execution_under_review'
    assert [each.name for each in client.pending()] == ['one']
    assert again().result == 1
    assert client.pending() == []
    [kept] = played.store.list()
    assert (kept.name, kept.accepted_id, kept.ended_at is not None) == ('one', 'exe_1', True)
    assert again().execution == DONE
    assert played.server.asked.count('POST /tools/a-tool') == 1
    client.forget('one')
    assert played.store.list() == ()


def test_a_failed_execution_is_no_longer_pending_and_its_error_says_why_and_what_it_cost(play: Play) -> None:
    played = play([quote(50), Scripted(202, {'data': FAILED})])
    try:
        played.client.run('a-tool', {'n': 1}, ceiling=100, request='one')
        raise AssertionError('expected an error')
    except Exception as error:
        assert str(error) == (
            'execution_failed: exe_2 is failed, provider_output_invalid, charged $0.05. Request: one. '
            "Read execution['error'] and execution['chargedMicros']."
        )
    assert played.client.pending() == []


def test_resume_all_goes_on_after_a_failure_and_reports_each(play: Play) -> None:
    played = play([ok(FAILED), quote(500), ok(DONE)])
    played.store.add(stored('a', 'exe_2'))
    played.store.add(stored('b', None))
    played.store.add(stored('c', 'exe_1'))
    played.store.add(stored('d', 'exe_1', ended_at='2026-11-23T00:00:00.000Z'))
    resumed = played.client.resume_all(100)
    told = [(each.request.name, each.error and each.error.code, each.outcome and each.outcome.result) for each in resumed]
    assert told == [('a', 'execution_failed', None), ('b', 'ceiling_exceeded', None), ('c', None, 1)]
    assert [each.name for each in played.client.pending()] == ['b']


def test_a_resumed_request_that_was_not_named_leaves_the_store_after_its_end(play: Play) -> None:
    played = play([quote(50), None, ok(DONE)], attempts_max=1)
    assert code_of(lambda: played.client.run('a-tool', {'n': 1}, ceiling=100)) == 'outcome_unknown'
    [request] = played.client.pending()
    assert played.client.resume(request, ceiling=50).execution == DONE
    assert played.store.list() == ()
    first, second = [each for each in played.server.heard if each.asked == 'POST /tools/a-tool']
    assert (first.key, first.body) == (second.key, second.body)


PRICED = '{"tool":"a-tool","arguments":{"n":1},"priceVersion":"v1","maximumChargeMicros":500}'
LOOKUP = 'GET /tools/executions?idempotencyKey=sdk_a'


def test_a_stored_body_above_the_ceiling_of_this_call_is_quoted_again_within_the_ceiling(play: Play) -> None:
    played = play([ok({'executions': []}), quote(500)])
    request = stored('a', None, body=PRICED)
    played.store.add(request)
    assert code_of(lambda: played.client.resume(request, ceiling=499)) == 'ceiling_exceeded'
    assert played.server.asked == [LOOKUP, 'POST /tools/quote']
    assert [each.body for each in played.client.pending()] == [None]


def test_a_stored_body_above_the_ceiling_of_this_call_resolves_to_what_it_has_bought_before(play: Play) -> None:
    played = play([ok({'executions': [{'id': 'exe_1', 'tool': 'a-tool'}]}), ok(DONE)])
    request = stored('a', None, body=PRICED)
    played.store.add(request)
    assert played.client.resume(request, ceiling=1).execution == DONE
    assert played.server.asked == [LOOKUP, 'GET /tools/executions/exe_1']


def test_a_resumed_request_that_is_refused_stays_stored_whatever_its_last_quote_was(play: Play) -> None:
    played = play([refused(404, 'tool_not_found')])
    played.store.add(stored('a', None))
    [one] = played.client.resume_all(100)
    assert one.error.code == 'tool_not_found'
    assert len(played.client.pending()) == 1


def test_the_timeout_of_a_run_ends_the_wait_and_keeps_the_request(play: Play) -> None:
    queued = {**DONE, 'status': 'queued'}
    played = play([quote(50), Scripted(202, {'data': queued})])
    code = code_of(lambda: played.client.run('a-tool', {'n': 1}, ceiling=100, request='one', timeout=0))
    assert code == 'wait_timed_out'
    assert [each.accepted_id for each in played.client.pending()] == ['exe_1']
