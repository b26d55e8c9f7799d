"""Event streams over several connections: each continues after the last event of the one before."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from conftest import Play, code_of
from scripted import Scripted, ok, refused, stream

from farebox._http.server_events import EventParser

END = 'event: end\ndata: {}\n\n'


def state(id: str, status: str) -> str:
    return f'id: {id}\nevent: execution\ndata: {{"id":"exe_1","status":"{status}"}}\n\n'


def positions(played: Any) -> list[str | None]:
    return [each.headers.get('last-event-id') for each in played.server.heard]


def statuses(played: Any) -> list[str]:
    return [each['status'] for each in played.client.events('exe_1')]


def test_a_stream_reconnects_after_the_last_complete_event_that_it_has_read(play: Play) -> None:
    first = stream('retry: 1\n\n', ':\n\n', state('a', 'queued'), state('b', 'running')[:20])
    played = play([first, stream(state('c', 'running'), state('d', 'succeeded'), END)])
    assert statuses(played) == ['queued', 'running', 'succeeded']
    assert positions(played) == [None, 'a']


def test_a_batch_is_streamed_until_its_end_with_a_reconnection(play: Play) -> None:
    def counted(id: str, ended: int) -> str:
        return f'id: {id}\nevent: batch\ndata: {{"counts":{{"succeeded":{ended}}}}}\n\n'

    played = play([stream('retry: 1\n\n', counted('a', 0)), stream(counted('b', 2), END)])
    assert [each['counts']['succeeded'] for each in played.client.batches.events('bat_1')] == [0, 2]
    assert positions(played) == [None, 'a']
    assert set(played.server.asked) == {'GET /tools/batches/bat_1/events'}


def test_events_are_parsed_in_any_chunks_and_with_any_line_ending(play: Play) -> None:
    text = f'{state("ä", "queued")}{END}'.replace('\n', '\r\n').encode()
    played = play([stream(*[bytes([byte]) for byte in text])])
    assert statuses(played) == ['queued']


def test_a_stream_raises_an_error_that_is_final_and_reconnects_after_one_that_is_not(play: Play) -> None:
    assert code_of(lambda: statuses(play([refused(404, 'execution_not_found')]))) == 'execution_not_found'
    assert statuses(play([refused(503, 'service_unavailable'), stream(state('a', 'failed'), END)])) == ['failed']
    assert statuses(play([None, stream(state('a', 'failed'), END)])) == ['failed']
    assert code_of(lambda: statuses(play([ok({})]))) == 'unexpected_response'
    assert code_of(lambda: statuses(play([Scripted(502), Scripted(502)]))) == 'service_unavailable'


def test_leaving_the_loop_closes_the_connection(play: Play) -> None:
    closed = threading.Event()

    def lasting(handler: BaseHTTPRequestHandler) -> None:
        stream(state('a', 'queued'))(handler)
        handler.connection.settimeout(60)
        handler.connection.recv(1)  # returns when the client closes
        closed.set()

    events = play([lasting]).client.events('exe_1')
    assert next(events)['status'] == 'queued'
    events.close()
    assert closed.wait(60)


def test_a_project_stream_resumes_after_the_last_position_whose_events_were_all_consumed(play: Play) -> None:
    def plain(id: str, status: str) -> str:
        return f'event: execution\ndata: {{"id":"{id}","status":"{status}"}}\n\n'

    def with_id(event: str, id: str, data: str = '{}') -> str:
        return f'event: {event}\nid: {id}\ndata: {data}\n\n'

    first = '{"resumed":false,"more":true}'
    later = '{"resumed":true,"more":false}'
    played = play(
        [
            stream('retry: 1\n\n', plain('exe_1', 'queued'), with_id('snapshot', 'a', first)),
            stream(plain('exe_2', 'queued'), with_id('snapshot', 'b', later), plain('exe_1', 'failed')),
            stream(with_id('snapshot', 'c', later), plain('exe_1', 'failed'), with_id('position', 'd')),
            stream(plain('exe_2', 'failed')),
        ]
    )
    told: list[Any] = []
    events = played.client.events(
        tool='@photo',
        after='kept',
        on_snapshot=lambda snapshot: told.append((snapshot.resumed, snapshot.more)),
        on_position=told.append,
    )
    for execution in events:
        told.append(f'{execution["id"]} {execution["status"]}')
        if 'd' in told:
            break
    events.close()
    assert told[:4] == ['exe_1 queued', (False, True), 'a', 'exe_2 queued']
    assert told[4:] == [(True, False), 'b', 'exe_1 failed', (True, False), 'c', 'exe_1 failed', 'd', 'exe_2 failed']
    assert positions(played) == ['kept', 'a', 'b', 'd']
    assert set(played.server.asked) == {'GET /tools/events?tool=%40photo'}


def test_the_options_of_the_project_stream_are_refused_for_one_execution(play: Play) -> None:
    with pytest.raises(TypeError, match='for the events of the project'):
        play([]).client.events('exe_1', tool='a-tool')


def test_a_value_may_contain_colons_and_separators_of_lines_that_json_may_contain() -> None:
    data = json.dumps({'text': 'a: b\u2028c\u2029d\x85'}, ensure_ascii=False)
    [event] = EventParser().fed(f'id: 1\nevent: execution\ndata: {data}\n\n'.encode())
    assert (event.event, event.data, event.id) == ('execution', data, '1')


def test_one_space_after_the_colon_is_no_part_of_the_value_and_a_field_without_a_colon_is_empty() -> None:
    parser = EventParser()
    events = parser.fed(b'data:  two\r\ndata') + parser.fed(b'\r\nid\r\n\r\n')
    assert [(event.event, event.data, event.id) for event in events] == [('message', ' two\n', '')]


def test_comments_are_ignored_and_an_incomplete_event_is_dropped() -> None:
    events = EventParser().fed(b': a comment\n\nretry: 500\n\ndata: incomplete')
    assert [(event.data, event.retry_seconds) for event in events] == [('', None), ('', 0.5)]
