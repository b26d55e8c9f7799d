"""Amounts, canonical arguments, the texts of errors, and the arguments of a client."""

from __future__ import annotations

import asyncio
import pickle
import socket
import threading
from typing import Any

import pytest

from scripted import ok, serving

from farebox import AsyncFarebox, Farebox, FareboxError, dollars, usd
from farebox._requests.canonical import canonical


@pytest.mark.parametrize(
    ('text', 'micros'),
    [('0', 0), ('0.05', 50_000), ('1', 1_000_000), ('0.000001', 1), ('12.34', 12_340_000), ('007.5', 7_500_000)],
)
def test_dollars_are_read_exactly(text: str, micros: int) -> None:
    assert usd(text) == micros
    assert usd(dollars(micros)) == micros


BAD = ['', '.5', '5.', '-1', '+1', '1e3', '1,5', ' 1', '1\n', '0.0000001', '9007199254.740992', '１', None, 0.05, 5]


@pytest.mark.parametrize('text', BAD, ids=repr)
def test_other_texts_are_no_amount_in_dollars(text: Any) -> None:
    with pytest.raises(ValueError, match='not an amount'):
        usd(text)


def test_an_amount_is_shown_with_all_digits_that_matter_and_at_least_two() -> None:
    shown = [dollars(micros) for micros in (0, 1, 50_000, 1_000_000, 1_500_500, 2**53 - 1)]
    assert shown == ['0.00', '0.000001', '0.05', '1.00', '1.5005', '9007199254.740991']


@pytest.mark.parametrize('micros', [-1, 0.5, True, None, float('nan'), 2**53, '5'], ids=repr)
def test_other_values_are_no_amount_in_micros(micros: Any) -> None:
    with pytest.raises(ValueError, match='not an amount'):
        dollars(micros)


@pytest.mark.parametrize(
    ('value', 'text'),
    [
        ({'b': 1, 'a': [True, None, {'y': 'ü', 'x': 0.5}]}, '{"a":[true,null,{"x":0.5,"y":"ü"}],"b":1}'),
        ({'n': 2.0}, '{"n":2}'),
        (({},), '[{}]'),
        ({'\ue000': 1, '\U00010000': 2}, '{"\U00010000":2,"\ue000":1}'),
    ],
)
def test_canonical_arguments_are_those_of_the_other_clients(value: Any, text: str) -> None:
    assert canonical(value) == text


def test_an_error_says_why_it_happened_and_survives_its_way_from_a_worker_process() -> None:
    details = {'fields': {'/arguments/width': 'must be >= 1'}}
    error = FareboxError('invalid_arguments', http=400, details=details, request='one', request_id='req_1')
    assert str(error).startswith('invalid_arguments: /arguments/width: must be >= 1. Request: one. Send arguments')
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.details, again.request, str(again)) == (error.code, details, 'one', str(error))
    unknown = FareboxError('tool_not_found', details={'nearest': ['image-resize'], 'listedAt': '/tools'})
    assert str(unknown).startswith('tool_not_found: nearest ["image-resize"]; listedAt /tools. Read the catalog')
    assert str(FareboxError('file_too_large', details={'bytesMax': 5})).startswith('file_too_large: bytesMax 5. Upload')
    poor = FareboxError('insufficient_balance', details={'requiredMicros': 500, 'availableMicros': 0})
    assert 'required $0.0005, available $0.00.' in str(poor)


def test_a_service_that_cannot_be_reached_is_named_in_the_error() -> None:
    with socket.create_server(('127.0.0.1', 0)) as free:
        port = free.getsockname()[1]
    with Farebox(f'http://127.0.0.1:{port}/', 'fb', attempts_max=1) as client, pytest.raises(FareboxError) as caught:
        client.usage()
    assert caught.value.code == 'network_failed'
    assert f'Tried: GET http://127.0.0.1:{port}/tools/usage.' in str(caught.value)
    assert 'ConnectError' in str(caught.value)
    assert 'fb' not in str(caught.value).replace('farebox', '')


NO_ADDRESSES: list[Any] = [None, '', 'farebox.example', 'ftp://x', 'http://', 'https:///x', 'http://a b', 'http://[::1']
NO_ADDRESSES += ['http://user:secret@x', 'http://x?y=1', 'http://x#y']


@pytest.mark.parametrize('base_url', NO_ADDRESSES, ids=repr)
def test_a_base_url_that_cannot_be_used_is_refused(base_url: Any) -> None:
    for make in (Farebox, AsyncFarebox):
        with pytest.raises(ValueError, match='base_url must be') as caught:
            make(base_url, 'fb')
        assert 'secret' not in str(caught.value)


@pytest.mark.parametrize('key', [None, '', ' ', 'ü', 'fb_secret\nx'], ids=repr)
def test_a_key_that_no_header_can_contain_is_refused(key: Any) -> None:
    for make in (Farebox, AsyncFarebox):
        with pytest.raises(ValueError, match='api_key must be') as caught:
            make('http://x', key)
        assert 'secret' not in str(caught.value)


def test_white_space_around_a_key_is_no_part_of_it() -> None:
    with serving([ok({'month': '2026-11'})]) as server, Farebox(server.base_url, ' fb\n') as client:
        client.usage()
        assert server.heard[0].headers['authorization'] == 'Bearer fb'


def test_a_cancelled_task_lets_a_write_to_the_store_finish() -> None:
    from farebox._io_async import call

    begun, finish = asyncio.Event(), threading.Event()
    done: list[bool] = []

    async def main() -> None:
        loop = asyncio.get_running_loop()

        def write() -> None:
            loop.call_soon_threadsafe(begun.set)
            finish.wait(60)
            done.append(True)

        task = asyncio.create_task(call(write))
        await begun.wait()
        task.cancel()
        await asyncio.sleep(0)
        finish.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert done == [True]

    asyncio.run(main())
