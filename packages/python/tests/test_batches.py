"""A paid batch, response by response: retries and their key, removal from the store, and the difference from an execution."""

from __future__ import annotations

import json
from typing import Any

import pytest
from conftest import Play, Played, code_of
from scripted import Scripted, ok, quote, refused

NONE = {'queued': 0, 'running': 0, 'needsReview': 0, 'succeeded': 0, 'failed': 0, 'cancelled': 0}
ENDED = {
    'id': 'bat_1',
    'tool': 'a-tool',
    'executionCount': 2,
    'counts': {**NONE, 'succeeded': 1, 'failed': 1},
    'finishedAt': '2026-11-23T00:00:00.000Z',
}
UNDER_REVIEW = {**ENDED, 'counts': {**NONE, 'succeeded': 1, 'needsReview': 1}, 'finishedAt': None}
ITEMS = [{'n': 1}, {'n': 2}]


def lines(*indices: int) -> Scripted:
    made = [{'index': index, 'execution': {'id': f'exe_{index}', 'output': {'artifacts': []}}} for index in indices]
    return Scripted(200, ''.join(f'{json.dumps(each)}\n' for each in made), {'Content-Type': 'application/jsonl'})


def run(played: Played, **options: Any) -> list[str]:
    outcome = played.client.run_batch('a-tool', ITEMS, **{'ceiling': 100, **options})
    return [result.execution['id'] for result in outcome.results]


def paid(played: Played) -> list[Any]:
    return [each for each in played.server.heard if each.asked == 'POST /tools/batches']


def test_a_batch_is_sent_again_with_the_same_bytes_and_leaves_the_store_after_its_last_result(play: Play) -> None:
    played = play([quote(50), None, ok(ENDED), lines(0), lines(1)])
    assert run(played) == ['exe_0', 'exe_1']
    first, second = paid(played)
    assert (second.key, second.body) == (first.key, first.body)
    items = [{'arguments': {'n': 1}}, {'arguments': {'n': 2}}]
    assert first.json == {'tool': 'a-tool', 'items': items, 'priceVersion': 'v1', 'maximumChargeMicros': 50}
    pages = ['GET /tools/batches/bat_1/results?from=0', 'GET /tools/batches/bat_1/results?from=1']
    assert played.server.asked[3:] == pages
    assert played.store.list() == ()


def test_after_a_price_change_a_batch_is_quoted_again_within_its_one_ceiling(play: Play) -> None:
    played = play([quote(50), refused(400, 'price_version_mismatch'), quote(101, 'v2')])
    assert code_of(lambda: run(played)) == 'ceiling_exceeded'
    assert len(paid(played)) == 1
    assert played.store.list() == ()


def test_a_batch_that_is_refused_after_a_lost_response_is_looked_up_by_its_key(play: Play) -> None:
    found = ok({'batches': [ENDED], 'nextBefore': None})
    played = play([quote(50), None, refused(429, 'insufficient_balance'), found, ok(ENDED), lines(0, 1)])
    assert run(played) == ['exe_0', 'exe_1']
    lookup = f'GET /tools/batches?idempotencyKey={paid(played)[0].key}'
    assert played.server.asked[3:5] == [lookup, 'GET /tools/batches/bat_1']


def test_a_batch_with_an_unknown_outcome_is_resumed_as_a_batch(play: Play) -> None:
    played = play([quote(50), None, ok(ENDED), lines(0, 1)], attempts_max=1)
    assert code_of(lambda: run(played)) == 'outcome_unknown'
    [request] = played.client.pending()
    assert (request.kind, request.accepted_id) == ('batch', None)
    assert played.client.resume(request, ceiling=50).batch == ENDED
    assert len({(each.key, each.body) for each in paid(played)}) == 1
    assert played.store.list() == ()


def test_a_batch_is_pending_until_all_of_its_results_have_arrived(play: Play) -> None:
    played = play([quote(50), ok(ENDED), lines(1)])
    assert code_of(lambda: run(played, request='album')) == 'unexpected_response'
    assert [(each.kind, each.accepted_id) for each in played.client.pending()] == [('batch', 'bat_1')]


def test_a_service_that_goes_away_before_the_results_of_a_batch_leaves_its_outcome_unknown(play: Play) -> None:
    played = play([quote(50), ok(ENDED), None], attempts_max=1)
    assert code_of(lambda: run(played, request='album')) == 'outcome_unknown'
    assert [(each.kind, each.accepted_id) for each in played.client.pending()] == [('batch', 'bat_1')]


def test_a_batch_with_an_execution_under_review_returns_the_results_so_far_and_stays_pending(play: Play) -> None:
    played = play([quote(50), ok(UNDER_REVIEW), lines(0, 1)])
    assert run(played) == ['exe_0', 'exe_1']
    assert [each.accepted_id for each in played.client.pending()] == ['bat_1']


def test_waiting_for_a_batch_sends_prefer_and_pauses_only_after_a_read_that_returned_at_once(play: Play, pauses: list[float]) -> None:
    is_open = {**ENDED, 'counts': {**NONE, 'queued': 2}, 'finishedAt': None}
    slow = ok(is_open, {'Retry-After': '9'})
    played = play([ok(is_open), slow, ok(ENDED)])
    seen: list[int] = []
    played.client.batches.wait('bat_1', on_progress=lambda batch: seen.append(batch['counts']['queued']))
    assert (seen, pauses) == ([2, 2, 0], [9])
    assert [each.headers.get('prefer') for each in played.server.heard] == [None, 'wait=5', 'wait=5']


def test_a_batch_of_which_only_reviews_are_open_is_polled(play: Play, pauses: list[float]) -> None:
    played = play([ok(UNDER_REVIEW), ok(ENDED)])
    assert played.client.batches.wait('bat_1', through_review=True) == ENDED
    assert (pauses, [each.headers.get('prefer') for each in played.server.heard]) == ([5], [None, None])


def test_the_wait_for_a_batch_ends_with_its_timeout(play: Play, pauses: list[float]) -> None:
    is_open = {**ENDED, 'counts': {**NONE, 'queued': 2}, 'finishedAt': None}
    played = play([ok(is_open)])
    assert code_of(lambda: played.client.batches.wait('bat_1', timeout=0)) == 'wait_timed_out'
    assert len(played.server.heard) == 1


def test_batches_are_quoted_listed_read_and_cancelled(play: Play) -> None:
    page = ok({'batches': [{'id': 'bat_2'}], 'nextBefore': 'bat_2'})
    last = ok({'batches': [{'id': 'bat_1'}], 'nextBefore': None})
    played = play([quote(9), page, last, ok(ENDED), lines(1), ok({**ENDED, 'cancelRequested': True})])
    batches = played.client.batches
    assert batches.quote('a-tool', ITEMS)['maximumChargeMicros'] == 9
    assert [each['id'] for each in batches.list(page_size=1)] == ['bat_2', 'bat_1']
    assert [each.index for each in batches.results('bat_1', first=1)] == [1]
    assert batches.cancel('bat_1')['cancelRequested']
    assert played.server.asked == [
        'POST /tools/batches/quote',
        'GET /tools/batches?limit=1',
        'GET /tools/batches?limit=1&before=bat_2',
        'GET /tools/batches/bat_1',
        'GET /tools/batches/bat_1/results?from=1',
        'POST /tools/batches/bat_1/cancel',
    ]


@pytest.mark.parametrize('name', ['album', None])
def test_a_named_batch_stays_stored_as_ended_and_another_one_leaves_the_store(play: Play, name: Any) -> None:
    played = play([quote(50), ok(ENDED), lines(0, 1)])
    run(played, request=name)
    assert played.client.pending() == []
    assert [each.name for each in played.store.list()] == ([] if name is None else [name])
