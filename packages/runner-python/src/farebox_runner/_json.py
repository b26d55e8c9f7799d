"""JSON of the protocol, and its limits. docs/runner-protocol.md has the same numbers."""

from __future__ import annotations

from typing import Any

JsonObject = dict[str, Any]
Reply = JsonObject
"""The body of a response: `status` and its members."""

REQUEST_BYTES = 2 * 1024 * 1024
RESULT_BYTES = 64 * 1024
RESULT_DEPTH = 32
MESSAGE_CHARACTERS = 500
STATEMENT_CHARACTERS = 200
TOLERANCE_SECONDS = 300
KEEP_SECONDS = 72 * 3600


def failed(message: str) -> Reply:
    """A failure on the side of the runner that is not billed."""
    return {'status': 'failed', 'reason': 'failed', 'message': message[:MESSAGE_CHARACTERS], 'billed': False}


NOT_TAKEN: Reply = {'status': 'not_taken', 'retryAfterSeconds': 5}
LOST: Reply = failed('the runner has stopped during the run')


def is_within_depth(value: object, limit: int) -> bool:
    if not isinstance(value, (dict, list, tuple)):
        return True
    inner: Any = value.values() if isinstance(value, dict) else value  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
    return limit > 0 and all(is_within_depth(each, limit - 1) for each in inner)
