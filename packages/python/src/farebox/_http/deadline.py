"""The end of a wait, by the monotonic clock."""

from __future__ import annotations

import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Deadline:
    at: float | None
    """None: there is none."""

    @staticmethod
    def after(seconds: float | None) -> Deadline:
        return Deadline(None if seconds is None else time.monotonic() + seconds)

    def left(self) -> float:
        """In seconds; infinite if there is no end."""
        return float('inf') if self.at is None else self.at - time.monotonic()
