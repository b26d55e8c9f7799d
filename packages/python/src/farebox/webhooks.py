"""Verifies webhooks: the signature of the Standard Webhooks specification, and the timestamp."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, Union

from ._generated import WEBHOOK_HEADERS, CancelledExecution, FailedExecution, SucceededExecution
from .errors import FareboxError

_TOLERANCE_SECONDS = 300
"""The tolerance of Standard Webhooks."""
_VERSION = 'v1,'


@dataclass(frozen=True)
class Webhook:
    """A verified message. `data` is the execution, exactly as a read of it returns."""

    id: str
    """The same for every delivery of the event. Store it, and ignore an id that you have processed."""
    type: Literal['execution.succeeded', 'execution.failed', 'execution.cancelled']
    timestamp: str
    data: Union[SucceededExecution, FailedExecution, CancelledExecution]


def verify_webhook(secrets: str | Iterable[str], headers: Mapping[str, str], body: bytes | str) -> Webhook:
    """Returns the event if one of the secrets has signed it within the last five minutes.

    `secrets` is `whsec_…`, or two while a secret is being replaced. `body` is the raw body: JSON that was parsed and
    serialized again has another signature. Raises FareboxError `webhook_not_trusted`: respond with 400. Raises
    ValueError if a secret has a wrong form.
    """
    given = {name.lower(): value for name, value in headers.items()}
    id, sent_at, signatures = (given.get(name, '') for name in WEBHOOK_HEADERS)
    if not (id and sent_at and signatures):
        raise _refused('a header is missing')
    if not re.fullmatch('[0-9]{1,12}', sent_at) or abs(time.time() - int(sent_at)) > _TOLERANCE_SECONDS:
        raise _refused('the timestamp is more than five minutes off')
    raw = body.encode() if isinstance(body, str) else bytes(body)
    message = f'{id}.{sent_at}.'.encode() + raw
    expected = [_signature_of(secret, message) for secret in ([secrets] if isinstance(secrets, str) else secrets)]
    candidates = [each[len(_VERSION) :].encode() for each in signatures.split(' ') if each.startswith(_VERSION)]
    # A list and no generator: the duration does not reveal which of the signatures is right.
    if not any([hmac.compare_digest(own, other) for own in expected for other in candidates]):
        raise _refused('no secret matches the signature')
    return _webhook_of(id, raw)


def _webhook_of(id: str, raw: bytes) -> Webhook:
    try:
        event = json.loads(raw)
        return Webhook(id=id, type=event['type'], timestamp=event['timestamp'], data=event['data'])
    except (ValueError, TypeError, KeyError) as error:
        raise _refused('the body is no event') from error


def _refused(reason: str) -> FareboxError:
    return FareboxError('webhook_not_trusted', details={'reason': reason})


def _signature_of(secret: str, message: bytes) -> bytes:
    encoded = secret[len('whsec_') :] if secret.startswith('whsec_') else secret
    try:
        key = base64.b64decode(encoded, validate=True)
    except ValueError as error:
        raise ValueError('a webhook secret must be whsec_ followed by base64') from error
    if not key:
        raise ValueError('a webhook secret must be whsec_ followed by base64')
    return base64.b64encode(hmac.new(key, message, hashlib.sha256).digest())
