"""Reads `Retry-After`, in seconds or as an HTTP date, and draws the pause before a retry."""

from __future__ import annotations

import random
import re
import time
from email.utils import parsedate_to_datetime

import httpx

_LONGEST_SECONDS = 24 * 60 * 60
_FIRST_SECONDS = 0.5
_BACKOFF_MAX_SECONDS = 10.0


def retry_after_seconds(headers: httpx.Headers) -> float:
    """0 if the header is missing or invalid; at most a day.

    A date is compared with the `Date` of the response, so that the local clock does not matter.
    """
    asked = headers.get('Retry-After', '').strip()
    if re.fullmatch('[0-9]+', asked):
        return float(min(int(asked), _LONGEST_SECONDS))
    at, now = _time_of(asked), _time_of(headers.get('Date', ''))
    if at is None:
        return 0
    return min(max(at - (time.time() if now is None else now), 0), _LONGEST_SECONDS)


def _time_of(text: str) -> float | None:
    try:
        return parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None


def backoff_seconds(n: int, least_seconds: float) -> float:
    """The pause before retry `n`, from 0: random, up to a doubling limit, and never shorter than Retry-After."""
    limit: float = min(_BACKOFF_MAX_SECONDS, _FIRST_SECONDS * 2 ** min(n, 30))
    return least_seconds + random.random() * limit
