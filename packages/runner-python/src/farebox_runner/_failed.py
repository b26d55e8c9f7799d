"""The error by which a tool ends a run as failed, with a statement about its bill."""

from __future__ import annotations

from typing import Literal


class RunFailed(Exception):
    """`message` is for the operator; customers see `reason`. Any other exception is a failure that is not billed."""

    def __init__(
        self,
        message: str,
        *,
        billed: bool = False,
        cost: str | None = None,
        reason: Literal['content_rejected', 'request_rejected', 'failed'] = 'failed',
    ) -> None:
        super().__init__(message)
        self.message = message
        self.billed = billed
        self.cost = cost
        """US dollars as text, such as '0.0123'."""
        self.reason = reason
