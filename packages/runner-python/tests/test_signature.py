"""The example of docs/runner-protocol.md, and rotation."""

from __future__ import annotations

import pytest
from stand_in import OTHER, SECRET

from farebox_runner import sign, verify

TOKEN, NOW = 'exe_01m80n8fa1eynbt4w0bdxxnhnr.0', 1795852801
BODY = b'{"status":"succeeded","result":{"lines":["FAREBOX"]},"units":2}'
HEADERS = {
    'webhook-id': TOKEN,
    'webhook-timestamp': str(NOW),
    'webhook-signature': 'v1,UY2oBRSt1EFmEbwMl5H7qcNjVLjq7fy6iLvLrEWyzEw=',
}


def test_the_example_of_the_page_is_signed_and_verified() -> None:
    assert sign([SECRET], TOKEN, BODY, NOW + 0.9) == HEADERS
    assert verify([OTHER, SECRET], TOKEN, BODY, NOW, HEADERS) is None
    both = {**HEADERS, 'webhook-signature': f'v1,AAAA {HEADERS["webhook-signature"]}'}
    assert verify([SECRET], TOKEN, BODY, NOW + 300, both) is None


@pytest.mark.parametrize(
    ('headers', 'body'),
    [
        ({**HEADERS, 'webhook-timestamp': str(NOW + 1)}, BODY),
        ({**HEADERS, 'webhook-timestamp': 'now'}, BODY),
        ({**HEADERS, 'webhook-signature': HEADERS['webhook-signature'].replace('v1', 'v2')}, BODY),
        ({**HEADERS, 'webhook-signature': HEADERS['webhook-signature'][:-4]}, BODY),
        ({**HEADERS, 'webhook-signature': 'v1,'}, BODY),
        ({}, BODY),
        (HEADERS, BODY + b' '),
    ],
)
def test_anything_else_is_refused(headers: dict[str, str], body: bytes) -> None:
    assert verify([SECRET], TOKEN, body, NOW, headers) is not None
