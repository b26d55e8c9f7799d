"""Signs and verifies by the headers of Standard Webhooks; the id is the token of the run."""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from collections.abc import Mapping, Sequence

from ._json import TOLERANCE_SECONDS

_SECRET = re.compile('whsec_([A-Za-z0-9+/]{32,88}={0,2})')


def key_of(secret: str) -> bytes:
    """Raises ValueError unless the text is `whsec_` and the base64 of 24 to 64 bytes."""
    match = _SECRET.fullmatch(secret)
    if match is None:
        raise ValueError('a secret of a runner must be whsec_ and the base64 of 24 to 64 bytes')
    return base64.b64decode(match[1], validate=True)


def sign(secrets: Sequence[str], token: str, body: bytes, now: float) -> dict[str, str]:
    """The three headers. The first secret signs."""
    at = str(int(now))
    return {
        'webhook-id': token,
        'webhook-timestamp': at,
        'webhook-signature': f'v1,{_signature_of(secrets[0], token, at, body).decode()}',
    }


def verify(secrets: Sequence[str], token: str, body: bytes, now: float, headers: Mapping[str, str]) -> str | None:
    """None if one of the secrets has signed the body for the token within five minutes, else the problem.

    The names of `headers` are in lower case.
    """
    id, at, signatures = (headers.get(f'webhook-{name}', '') for name in ('id', 'timestamp', 'signature'))
    if not (id and at and signatures):
        return 'a signature header is missing'
    if id != token:
        return 'webhook-id is not the token of the path'
    given = [each[3:].encode() for each in signatures[:2000].split(' ') if each.startswith('v1,')]
    is_time = re.fullmatch('[0-9]{1,12}', at) is not None
    expected = [_signature_of(secret, id, at, body) for secret in secrets] if is_time else []
    # A list and no generator: the duration does not reveal which of the signatures is right.
    if not any([hmac.compare_digest(own, other) for own in expected for other in given]):
        return 'no secret of this runner matches the signature'
    if abs(now - int(at)) > TOLERANCE_SECONDS:
        return 'the timestamp is more than five minutes off: compare the clocks'
    return None


def _signature_of(secret: str, token: str, at: str, body: bytes) -> bytes:
    message = f'{token}.{at}.'.encode() + body
    return base64.b64encode(hmac.new(key_of(secret), message, hashlib.sha256).digest())
