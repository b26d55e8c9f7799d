"""A paid request, response by response: retries and their key, and when the request leaves the store."""

from __future__ import annotations

import re
from typing import Any

import pytest
from conftest import Play, Played, code_of
from scripted import Scripted, ok, quote, refused

from farebox import FareboxError, PaidRequest

EXECUTION = {'id': 'exe_1', 'tool': 'a-tool', 'status': 'queued'}
ACCEPTED = Scripted(202, {'data': EXECUTION})
LIST = ok({'executions': [EXECUTION], 'nextBefore': None})
NONE = ok({'executions': [], 'nextBefore': None})


def execute(played: Played, **options: Any) -> str:
    try:
        found: str = played.client.execute('a-tool', {'n': 1}, **{'ceiling': 100, **options})['id']
    except FareboxError as error:
        return error.code
    return found


def paid(played: Played) -> list[Any]:
    return [each for each in played.server.heard if each.asked == 'POST /tools/a-tool']


def stored(**facts: Any) -> PaidRequest:
    known = {'kind': 'execution', 'name': 'one', 'idempotency_key': 'sdk_one', 'tool': 'a-tool'}
    return PaidRequest(**{**known, 'arguments': '{"n":1}', 'created_at': '2026-11-22T00:00:00.000Z', **facts})


def test_a_paid_request_is_sent_again_with_the_same_bytes_under_the_same_key(play: Play) -> None:
    played = play([quote(50), None, ACCEPTED])
    assert execute(played) == 'exe_1'
    first, second = paid(played)
    assert (second.key, second.body) == (first.key, first.body)
    assert re.fullmatch('[A-Za-z0-9._:-]{8,128}', first.key)


def test_the_key_is_that_of_the_other_clients_so_that_a_name_is_paid_once_across_languages(play: Play) -> None:
    played = play([quote(50), ACCEPTED])
    execute(played, request='order-17 ü')
    assert paid(played)[0].key == 'sdk_44e9ac504170b305733f5b7b27d951a572a8218897c1e7a1fa189ffbc252042d'


BAD: list[Any] = [None, float('nan'), float('inf'), -1, 0.5, 100.0, 2**53, '100', {}, True, False]


@pytest.mark.parametrize('ceiling', BAD, ids=repr)
def test_a_ceiling_that_is_no_amount_is_refused_and_nothing_is_sent_or_stored(play: Play, ceiling: Any) -> None:
    played = play([])
    client = played.client
    attempts = [
        lambda: client.execute('a-tool', {'n': 1}, ceiling=ceiling),
        lambda: client.run('a-tool', {'n': 1}, ceiling=ceiling),
        lambda: client.run_batch('a-tool', [{'n': 1}], ceiling=ceiling),
        lambda: client.execute_batch('a-tool', [{'n': 1}], ceiling=ceiling),
        lambda: client.resume(stored(accepted_id='exe_1'), ceiling=ceiling),
        lambda: client.resume_all(ceiling),
    ]
    assert {code_of(attempt) for attempt in attempts} == {'invalid_ceiling'}
    assert played.server.heard == []
    assert played.store.list() == ()


@pytest.mark.parametrize('maximum', [None, '50', True, 50.5])
def test_a_quote_without_an_amount_is_not_paid(play: Play, maximum: Any) -> None:
    played = play([ok({'priceVersion': 'v1', 'maximumChargeMicros': maximum})])
    assert execute(played) == 'ceiling_exceeded'
    assert paid(played) == []
    assert played.store.list() == ()


@pytest.mark.parametrize('arguments', [{'n': float('nan')}, {'n': b'x'}, {1: 'x'}, {'n': '\ud800'}], ids=repr)
def test_arguments_that_are_no_json_are_refused_and_nothing_is_sent_or_stored(play: Play, arguments: Any) -> None:
    played = play([])
    assert code_of(lambda: played.client.run('a-tool', arguments, ceiling=1)) == 'invalid_arguments'
    assert (played.server.heard, played.store.list()) == ([], ())


NO_OBJECTS: list[Any] = [None, '{"n":1}', [{'n': 1}], 5]
NO_LISTS: list[Any] = [None, 'x', {'n': 1}, [None], ['x'], [{'n': 1}, []]]


@pytest.mark.parametrize('arguments', NO_OBJECTS, ids=repr)
def test_arguments_that_are_no_object_are_refused_and_nothing_is_sent_or_stored(play: Play, arguments: Any) -> None:
    played = play([])
    client = played.client
    attempts: list[Any] = [
        lambda: client.run('a-tool', arguments, ceiling=1, request='one'),
        lambda: client.quote('a-tool', arguments),
    ]
    for attempt in attempts:
        with pytest.raises(FareboxError, match='arguments: must be an object, .*; nothing was sent') as caught:
            attempt()
        assert (caught.value.code, list(caught.value.details)) == ('invalid_arguments', ['fields'])
    assert (played.server.heard, played.store.list()) == ([], ())


@pytest.mark.parametrize('items', NO_LISTS, ids=repr)
def test_items_of_a_batch_that_are_no_objects_are_refused_and_nothing_is_sent_or_stored(play: Play, items: Any) -> None:
    played = play([])
    client = played.client
    attempts = [
        lambda: client.run_batch('a-tool', items, ceiling=1, request='one'),
        lambda: client.batches.quote('a-tool', items),
    ]
    assert {code_of(attempt) for attempt in attempts} == {'invalid_arguments'}
    assert (played.server.heard, played.store.list()) == ([], ())


def test_a_request_whose_outdated_body_may_have_been_accepted_says_so_in_the_store(play: Play) -> None:
    stale = refused(400, 'price_version_mismatch')
    played = play([quote(50), None, stale, quote(101)])
    assert execute(played) == 'ceiling_exceeded'
    [doubtful] = played.store.list()
    assert (doubtful.body, doubtful.may_be_accepted) == (None, True)
    assert doubtful.to_record()['mayBeAccepted'] is True
    # Another client's record keeps the mark when this one stores it again.
    again = PaidRequest.from_record(doubtful.to_record())
    assert again == doubtful
    assert 'mayBeAccepted' not in stored().to_record()


@pytest.mark.parametrize('name', ['', '\ud800', 'a\udc00b', 7], ids=repr)
def test_an_empty_name_and_one_that_is_no_text_are_refused(play: Play, name: Any) -> None:
    played = play([])
    with pytest.raises(ValueError, match='request must be a text that is not empty'):
        played.client.run('a-tool', {}, ceiling=1, request=name)
    assert (played.server.heard, played.store.list()) == ([], ())


def test_a_service_that_goes_away_during_the_wait_leaves_the_outcome_unknown(play: Play) -> None:
    played = play([quote(50), ACCEPTED, None, None])
    for _ in range(2):
        with pytest.raises(FareboxError) as caught:
            played.client.run('a-tool', {'n': 1}, ceiling=100, request='one')
        assert (caught.value.code, caught.value.request) == ('outcome_unknown', 'one')
    assert len(paid(played)) == 1
    assert [request.accepted_id for request in played.store.list()] == ['exe_1']


def test_an_execution_of_a_template_version_is_found_by_the_name_of_the_template(play: Play) -> None:
    made = {**EXECUTION, 'tool': '@thumbs', 'model': '3'}
    found = ok({'executions': [made], 'nextBefore': None})
    played = play([quote(50), None, refused(404, 'tool_not_found'), found, ok(made)])
    assert played.client.execute('@thumbs:3', {}, ceiling=100)['id'] == 'exe_1'
    assert 'POST /tools/%40thumbs%3A3' in played.server.asked


def test_after_a_price_change_a_request_is_quoted_again_under_the_same_key_and_within_the_ceiling(play: Play) -> None:
    played = play([quote(50), refused(400, 'price_version_mismatch'), quote(60, 'v2'), ACCEPTED])
    assert execute(played) == 'exe_1'
    assert [each.json['priceVersion'] for each in paid(played)] == ['v1', 'v2']
    assert len({each.key for each in paid(played)}) == 1
    assert [(each.kind, each.accepted_id) for each in played.store.list()] == [('execution', 'exe_1')]


def test_a_new_price_above_the_ceiling_is_not_paid(play: Play) -> None:
    played = play([quote(50), refused(400, 'price_version_mismatch'), quote(101, 'v2')])
    assert execute(played) == 'ceiling_exceeded'
    assert played.store.list() == ()


def test_a_price_that_changes_all_the_time_is_an_error_after_five_quotes(play: Play) -> None:
    played = play([quote(50), refused(400, 'price_version_mismatch')] * 6)
    assert execute(played) == 'price_version_mismatch'
    assert len(paid(played)) == 5


def test_a_request_that_is_refused_at_its_first_attempt_leaves_the_store(play: Play) -> None:
    played = play([quote(50), refused(429, 'insufficient_balance')])
    assert execute(played) == 'insufficient_balance'
    assert played.store.list() == ()


def test_a_refusal_after_a_lost_response_is_looked_up_because_the_first_attempt_may_be_accepted(play: Play) -> None:
    played = play([quote(50), None, refused(429, 'insufficient_balance'), LIST, ok(EXECUTION)])
    assert execute(played) == 'exe_1'
    assert played.server.asked[3] == f'GET /tools/executions?idempotencyKey={paid(played)[0].key}'


def test_a_refusal_after_a_lost_response_stays_stored_because_the_first_attempt_may_still_arrive(play: Play) -> None:
    played = play([quote(50), None, refused(403, 'project_permission_required'), NONE])
    assert execute(played) == 'project_permission_required'
    assert len(played.store.list()) == 1


def test_a_request_of_an_earlier_process_stays_stored_after_a_refusal_even_without_a_body(play: Play) -> None:
    played = play([quote(50), refused(429, 'insufficient_balance'), NONE])
    played.store.add(stored())
    assert execute(played, request='one') == 'insufficient_balance'
    assert len(played.store.list()) == 1


def test_a_key_conflict_with_an_earlier_attempt_returns_its_execution(play: Play) -> None:
    script = [quote(50), None, refused(400, 'price_version_mismatch'), quote(60, 'v2')]
    played = play([*script, refused(409, 'idempotency_key_conflict'), LIST, ok(EXECUTION)])
    assert execute(played) == 'exe_1'


UNKNOWN = [
    None,
    refused(500, 'internal_error'),
    refused(503, 'service_unavailable', {'accepted': 'unknown'}),
    Scripted(502, {}),
    Scripted(202, '{"da'),
    Scripted(202, {'data': {}}),
]


@pytest.mark.parametrize('last', UNKNOWN, ids=repr)
def test_a_request_with_an_unknown_outcome_stays_stored(play: Play, last: Any) -> None:
    played = play([quote(50), last], attempts_max=1)
    assert execute(played) == 'outcome_unknown'
    [request] = played.store.list()
    assert (request.accepted_id, request.body) == (None, paid(played)[0].body.decode())


def test_a_request_leaves_the_store_if_the_service_says_that_nothing_was_accepted(play: Play) -> None:
    played = play([quote(50), refused(503, 'service_unavailable', {'accepted': False})], attempts_max=1)
    assert execute(played) == 'service_unavailable'
    assert played.store.list() == ()


def test_a_name_with_other_arguments_is_refused(play: Play) -> None:
    played = play([quote(50), ACCEPTED, ok(EXECUTION)])
    assert execute(played, request='one') == 'exe_1'
    assert execute(played, request='one') == 'exe_1'
    client = played.client
    assert code_of(lambda: client.execute('a-tool', {'n': 2}, ceiling=100, request='one')) == 'request_changed'
    assert code_of(lambda: client.execute_batch('a-tool', [], ceiling=100, request='one')) == 'request_changed'
    assert len(paid(played)) == 1
