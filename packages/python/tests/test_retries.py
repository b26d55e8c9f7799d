"""Retries: errors that the catalogue calls retryable, after Retry-After and a random pause; the rate limit; redirects."""

from __future__ import annotations

from email.utils import formatdate
from typing import Any

import httpx
import pytest
from conftest import Play, code_of
from scripted import Scripted, ok, quote, refused

from farebox import FareboxError
from farebox._generated import ADVICE, RETRYABLE
from farebox._http.retry_after import backoff_seconds, retry_after_seconds

ACCEPTED = Scripted(202, {'data': {'id': 'exe_1', 'tool': 'a-tool', 'status': 'queued'}})


def test_an_error_has_the_address_of_its_documentation(play: Play) -> None:
    page = 'https://tools.example/errors#invalid_api_key'
    error = {'status': 'X', 'message': 'invalid_api_key', 'requestId': 'req_1', 'documentation': page}
    played = play([Scripted(401, {'error': error})])
    with pytest.raises(FareboxError) as refused_with:
        played.client.usage()
    assert (refused_with.value.request_id, refused_with.value.documentation) == ('req_1', page)


@pytest.mark.jitter
def test_a_client_that_never_reached_its_service_gives_up_after_two_seconds(play: Play) -> None:
    played = play([None] * 100, attempts_max=100)
    assert code_of(played.client.usage) == 'network_failed'
    assert len(played.server.heard) < 100


def test_a_client_that_reached_its_service_once_is_patient(play: Play) -> None:
    played = play([ok({}), *[None] * 9, ok({})], attempts_max=10)
    played.client.usage()
    assert code_of(played.client.usage) == 'returned'


@pytest.mark.parametrize('code', ADVICE)
def test_a_read_is_retried_exactly_if_the_catalogue_says_so(play: Play, code: Any) -> None:
    played = play([refused(503 if code in RETRYABLE else 400, code), ok({})])
    assert code_of(played.client.usage) == ('returned' if code in RETRYABLE else code)
    assert len(played.server.heard) == (2 if code in RETRYABLE else 1)


UNKNOWN = [
    None,
    refused(500, 'internal_error'),
    refused(503, 'service_unavailable', {'accepted': 'unknown'}),
    refused(503, 'execution_disabled', {'accepted': 'unknown'}),
    Scripted(502, '<html>'),
    Scripted(202, '{"da'),
]


@pytest.mark.parametrize('answer', UNKNOWN, ids=repr)
def test_a_paid_request_is_sent_again_under_its_key_while_its_outcome_is_unknown(play: Play, answer: Any) -> None:
    played = play([quote(50), answer, ACCEPTED])
    assert played.client.execute('a-tool', {}, ceiling=100)['id'] == 'exe_1'
    _, first, second = played.server.heard
    assert (second.asked, second.key, second.body) == ('POST /tools/a-tool', first.key, first.body)


def test_a_paid_request_is_not_retried_if_nothing_was_accepted_and_the_error_is_final(play: Play) -> None:
    played = play([quote(50), refused(503, 'execution_disabled', {'accepted': False})])
    assert code_of(lambda: played.client.execute('a-tool', {}, ceiling=100)) == 'execution_disabled'
    assert len(played.server.heard) == 2


def test_a_retry_waits_as_long_as_retry_after_says(play: Play) -> None:
    busy = Scripted(503, {'error': {'status': 'X', 'message': 'service_unavailable'}}, {'Retry-After': '1'})
    played = play([busy, ok({})])
    played.client.usage()
    first, second = played.server.heard
    assert second.at - first.at >= 0.99


def test_a_request_waits_for_the_next_window_if_this_one_is_used_up(play: Play) -> None:
    played = play([ok({}, {'RateLimit': '"key";r=0;t=1'}), ok({})])
    played.client.usage()
    played.client.usage()
    first, second = played.server.heard
    assert second.at - first.at >= 0.99


def test_a_request_never_follows_a_redirect_which_would_send_the_key_to_another_server(play: Play) -> None:
    played = play([Scripted(307, {}, {'Location': '/elsewhere'}), ok({})], attempts_max=1)
    played.client._api.http.follow_redirects = True
    assert code_of(played.client.usage) == 'unexpected_response'
    assert len(played.server.heard) == 1


@pytest.mark.parametrize(
    ('headers', 'seconds'),
    [
        ({}, 0),
        ({'Retry-After': '0'}, 0),
        ({'Retry-After': '7'}, 7),
        ({'Retry-After': ' 7 '}, 7),
        ({'Retry-After': '-7'}, 0),
        ({'Retry-After': 'soon'}, 0),
        ({'Retry-After': 'Thu, 01 May 2031 10:00:09 GMT', 'Date': 'Thu, 01 May 2031 10:00:00 GMT'}, 9),
        ({'Retry-After': 'Thu, 01 May 2031 10:00:00 GMT', 'Date': 'Thu, 01 May 2031 10:00:09 GMT'}, 0),
        ({'Retry-After': formatdate(0, usegmt=True)}, 0),
        ({'Retry-After': '99999999999'}, 86_400),
    ],
    ids=repr,
)
def test_retry_after_is_read_as_seconds_or_as_a_date_by_the_clock_of_the_server(headers: Any, seconds: float) -> None:
    assert retry_after_seconds(httpx.Headers(headers)) == seconds


@pytest.mark.jitter
@pytest.mark.parametrize('n', [0, 1, 4, 9, 40, 5000])
def test_pauses_are_random_up_to_a_limit_that_doubles_to_ten_seconds(n: int) -> None:
    most = min(10.0, 0.5 * 2 ** min(n, 30))
    drawn = [backoff_seconds(n, 3) - 3 for _ in range(200)]
    assert 0 <= min(drawn) < most / 4
    assert most * 3 / 4 < max(drawn) <= most
