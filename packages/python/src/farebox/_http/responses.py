"""Reads a response: the envelope of the API, or the error of something else in front of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

import httpx

from ..errors import ErrorCode, FareboxError, is_api_code, is_retryable
from .calls import Reply
from .retry_after import retry_after_seconds


@dataclass(frozen=True)
class Failed:
    """An attempt that did not succeed."""

    error: FareboxError
    least_seconds: float = 0
    """The least pause before the next attempt."""

    @property
    def may_repeat(self) -> bool:
        return is_retryable(self.error.code)

    @property
    def is_unknown(self) -> bool:
        """False if a response says `accepted: false`, or refuses before the work was considered."""
        error = self.error
        unclear = error.http is None or error.http >= 500 or error.code == 'unexpected_response'
        return unclear and error.details.get('accepted') is not False


def understood(response: httpx.Response, body: bytes, address: str) -> Reply | Failed:
    """Never raises, whatever the bytes are."""
    is_ok = 200 <= response.status_code < 300
    is_lines = is_ok and response.headers.get('Content-Type', '').startswith('application/jsonl')
    envelope = _lines(body) if is_lines else _parsed(body)
    if is_ok and ('data' in envelope or (body == b'' and response.status_code != 200)):
        return Reply(envelope.get('data'), response.headers)
    error = envelope.get('error')
    return _failed(error if isinstance(error, Mapping) else {}, response, address)


def _failed(told: Mapping[str, Any], response: httpx.Response, address: str) -> Failed:
    http, message, details = response.status_code, told.get('message'), told.get('details')
    # A proxy in front of an unavailable gateway responds in its own format.
    unknown: ErrorCode = 'service_unavailable' if http >= 500 else 'unexpected_response'
    is_known = is_api_code(message)
    error = FareboxError(
        cast(ErrorCode, message) if is_known else unknown,
        http=http,
        details=details if isinstance(details, Mapping) else {},
        request_id=told.get('requestId') or response.headers.get('X-Request-Id'),
        documentation=told.get('documentation'),
        address=None if is_known else address,
    )
    return Failed(error, retry_after_seconds(response.headers))


def _parsed(body: bytes) -> Mapping[str, Any]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _lines(body: bytes) -> Mapping[str, Any]:
    try:
        return {'data': [json.loads(line) for line in body.split(b'\n') if line.strip()]}
    except (ValueError, RecursionError):
        return {}
