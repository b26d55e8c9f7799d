"""Waiting uses `Prefer: wait`, and never sends more requests than polling may if the service does not apply it."""

from __future__ import annotations

from typing import Any

import pytest
from conftest import Play, code_of
from scripted import ok


def state(status: str, headers: Any = None) -> Any:
    return ok({'id': 'exe_1', 'status': status}, headers)


def preferred(played: Any) -> list[str | None]:
    return [each.headers.get('prefer') for each in played.server.heard]


def test_wait_sends_prefer_for_at_most_half_of_the_request_timeout(play: Play) -> None:
    played = play([state('queued'), state('succeeded')])
    assert played.client.wait('exe_1')['status'] == 'succeeded'
    assert preferred(played) == [None, 'wait=15']


def test_with_on_progress_each_state_is_read_once(play: Play) -> None:
    played = play([state('queued'), state('succeeded')])
    seen: list[str] = []
    played.client.wait('exe_1', on_progress=lambda execution: seen.append(execution['status']))
    assert (preferred(played), seen) == ([None, 'wait=5'], ['queued', 'succeeded'])
    short = play([state('queued'), state('succeeded')], timeout=6)
    short.client.wait('exe_1')
    assert preferred(short) == [None, 'wait=3']


@pytest.mark.parametrize('headers', [{}, {'Preference-Applied': 'wait=15'}], ids=repr)
def test_reads_that_return_at_once_are_at_least_five_seconds_apart(
    play: Play, pauses: list[float], headers: Any
) -> None:
    played = play([state('queued'), state('running', headers), state('succeeded')])
    played.client.wait('exe_1')
    assert pauses == [5]


def test_an_execution_under_review_is_polled_because_the_service_would_respond_at_once(
    play: Play, pauses: list[float]
) -> None:
    played = play([state('needs_review'), state('needs_review', {'Retry-After': '8'}), state('succeeded')])
    assert played.client.wait('exe_1', through_review=True)['status'] == 'succeeded'
    assert (preferred(played), pauses) == ([None, None, None], [5, 8])


def test_a_review_ends_a_wait(play: Play) -> None:
    played = play([state('needs_review')])
    assert played.client.wait('exe_1')['status'] == 'needs_review'


def test_the_wait_for_an_execution_ends_with_its_timeout(play: Play) -> None:
    played = play([state('running')])
    assert code_of(lambda: played.client.wait('exe_1', timeout=0)) == 'wait_timed_out'
