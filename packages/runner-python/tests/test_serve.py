"""The HTTP server of Python: bodies of both forms, and bodies that are no requests."""

from __future__ import annotations

import json
import socket
import threading
import time

import pytest
from stand_in import SECRET, new_token, start_of

from farebox_runner import Runner, serve, sign, tool


def _exchange(head: str, body: bytes, port: int) -> bytes:
    with socket.create_connection(('127.0.0.1', port), timeout=20) as connection:
        connection.sendall(f'{head}\r\nconnection: close\r\n\r\n'.encode() + body)
        received = b''
        while part := connection.recv(65536):
            received += part
        return received


@pytest.fixture(scope='module')
def port() -> int:
    with socket.socket() as free:
        free.bind(('127.0.0.1', 0))
        port: int = free.getsockname()[1]
    ready = threading.Event()
    runner = Runner(tool('acme-tool')(lambda: 'done'), secrets=[SECRET])
    threading.Thread(target=serve, args=(runner,), kwargs={'port': port, 'ready': ready}, daemon=True).start()
    assert ready.wait(20)
    return port


@pytest.mark.parametrize('is_chunked', [False, True])
def test_a_body_with_a_length_and_one_in_chunks_are_read(port: int, is_chunked: bool) -> None:
    token, body = new_token(), json.dumps(start_of()).encode()
    signed = ''.join(f'\r\n{name}: {value}' for name, value in sign([SECRET], token, body, time.time()).items())
    length = 'transfer-encoding: chunked' if is_chunked else f'content-length: {len(body)}'
    chunks = b'5\r\n' + body[:5] + b'\r\n%x;a=b\r\n' % (len(body) - 5) + body[5:] + b'\r\n0\r\n\r\n'
    response = _exchange(f'PUT /runs/{token} HTTP/1.1\r\n{length}{signed}', chunks if is_chunked else body, port)
    assert response.startswith(b'HTTP/1.1 200 ') and b'"result": "done"' in response


@pytest.mark.parametrize(
    ('length', 'body', 'status'),
    [
        ('content-length: 2097153', b'', b'413'),
        ('content-length: -1', b'', b'413'),
        ('content-length: many', b'', b'400'),
        ('transfer-encoding: chunked', b'200001\r\n', b'413'),
        ('transfer-encoding: chunked', b'zz\r\n', b'400'),
    ],
)
def test_a_body_that_is_too_large_or_broken_is_refused(port: int, length: str, body: bytes, status: bytes) -> None:
    assert _exchange(f'PUT /runs/exe_1.0 HTTP/1.1\r\n{length}', body, port).startswith(b'HTTP/1.1 ' + status)
