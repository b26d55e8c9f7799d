"""Webhooks: the test vector of Standard Webhooks, and messages that are not to be trusted."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Mapping
from typing import Any

import pytest

from farebox import FareboxError, verify_webhook

SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
OTHER = f'whsec_{base64.b64encode(secrets.token_bytes(32)).decode()}'
ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek'
EVENT = {'type': 'execution.cancelled', 'timestamp': '2026-11-23T00:00:00.000Z', 'data': {'status': 'cancelled'}}
BODY = json.dumps(EVENT)


def signature(secret: str, id: str, at: int, body: str) -> str:
    key = base64.b64decode(secret.removeprefix('whsec_'))
    digest = hmac.new(key, f'{id}.{at}.{body}'.encode(), hashlib.sha256).digest()
    return f'v1,{base64.b64encode(digest).decode()}'


def signed(secret: str = SECRET, offset: int = 0, body: str = BODY) -> dict[str, str]:
    at = int(time.time()) + offset
    return {'webhook-id': ID, 'webhook-timestamp': str(at), 'webhook-signature': signature(secret, ID, at, body)}


def reason_of(secret: Any, headers: Mapping[str, str], body: str | bytes = BODY) -> str:
    try:
        verify_webhook(secret, headers, body)
    except FareboxError as error:
        assert error.code == 'webhook_not_trusted'
        return str(error.details['reason'])
    return 'trusted'


def test_a_signed_webhook_is_accepted_with_any_case_of_headers_and_any_type_of_body() -> None:
    event = verify_webhook(SECRET, {name.title(): value for name, value in signed().items()}, BODY)
    assert (event.id, event.type, event.timestamp, event.data) == (ID, *EVENT.values())
    assert reason_of(SECRET, signed(), BODY.encode()) == 'trusted'
    assert reason_of(SECRET.removeprefix('whsec_'), signed()) == 'trusted'
    umlauts = json.dumps({**EVENT, 'data': 'größer ✓'}, ensure_ascii=False)
    assert reason_of(SECRET, signed(body=umlauts), umlauts.encode()) == 'trusted'


def test_the_test_vector_of_the_standard_webhooks_libraries_has_a_right_signature(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(time, 'time', lambda: 1_614_265_330.0)
    told = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
    headers = {'webhook-id': ID, 'webhook-timestamp': '1614265330', 'webhook-signature': told}
    # Its body is none of our events, which is found only after the signature was right.
    assert reason_of(SECRET, headers, '{"test": 2432232314}') == 'the body is no event'
    assert reason_of(SECRET, headers, '{"test": 2432232315}') == 'no secret matches the signature'


def test_while_a_secret_is_replaced_both_secrets_verify() -> None:
    assert reason_of([OTHER, SECRET], signed()) == 'trusted'
    both = {**signed(), 'webhook-signature': f'{signed(OTHER)["webhook-signature"]} {signed()["webhook-signature"]}'}
    assert [reason_of(each, both) for each in (SECRET, OTHER)] == ['trusted', 'trusted']


@pytest.mark.parametrize('name', ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
def test_a_webhook_without_one_of_its_headers_is_refused(name: str) -> None:
    headers = signed()
    del headers[name]
    assert reason_of(SECRET, headers) == 'a header is missing'


@pytest.mark.parametrize('offset', [-310, 310])
def test_a_webhook_of_another_time_is_refused(offset: int) -> None:
    assert reason_of(SECRET, signed(offset=offset)) == 'the timestamp is more than five minutes off'


def test_a_webhook_whose_timestamp_is_not_a_number_is_refused() -> None:
    for told in ('hello', '１２'):
        headers = {**signed(), 'webhook-timestamp': told}
        assert reason_of(SECRET, headers) == 'the timestamp is more than five minutes off'


FORGED: Mapping[str, Mapping[str, str]] = {
    'another secret': signed(OTHER),
    'another body': signed(body='{}'),
    'another id': {**signed(), 'webhook-id': 'msg_2'},
    'another time': {**signed(), 'webhook-timestamp': str(int(time.time()) - 1)},
    'another version': {**signed(), 'webhook-signature': signed()['webhook-signature'].replace('v1', 'v2')},
    'a part of a signature': {**signed(), 'webhook-signature': signed()['webhook-signature'][:-4]},
    'an empty signature': {**signed(), 'webhook-signature': 'v1,'},
    'no ASCII': {**signed(), 'webhook-signature': 'v1,ü'},
}


@pytest.mark.parametrize('kind', FORGED)
def test_a_webhook_that_is_signed_for_something_else_is_refused(kind: str) -> None:
    assert reason_of(SECRET, FORGED[kind]) == 'no secret matches the signature'


@pytest.mark.parametrize('secret', ['', 'whsec_', 'whsec_ü', 'whsec_!!'])
def test_an_invalid_secret_is_a_value_error_and_not_an_untrusted_webhook(secret: str) -> None:
    with pytest.raises(ValueError, match='whsec_'):
        verify_webhook(secret, signed(), BODY)
    assert reason_of([], signed()) == 'no secret matches the signature'
