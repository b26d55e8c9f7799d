"""Respects the rate limit: if the last response says that the window is used up, the next request waits for a new one."""

from __future__ import annotations

import re
import time

import httpx


class RateLimit:
    """Shared by all requests of one client, also of several threads: it has one number, written as a whole."""

    def __init__(self) -> None:
        self._free_at = 0.0

    def seconds_left(self) -> float:
        """How long the next request must wait; 0 or less if it may be sent now."""
        return self._free_at - time.monotonic()

    def heard(self, headers: httpx.Headers) -> None:
        field = headers.get('RateLimit', '')
        left, seconds = _value_of(field, 'r'), _value_of(field, 't')
        if left == 0 and seconds is not None:
            self._free_at = time.monotonic() + seconds


def _value_of(field: str, name: str) -> int | None:
    found = re.search(rf';\s*{name}=([0-9]{{1,9}})', field)
    return int(found[1]) if found else None
