"""The idempotency key of a paid request. It derives from the request name, so that a name is paid once in every process."""

from __future__ import annotations

import hashlib
import re
import uuid

_DRAWN = re.compile('run_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}')


def key_of(name: str) -> str:
    return f'sdk_{hashlib.sha256(name.encode()).hexdigest()}'


def new_name() -> str:
    """A random name for a request that the caller did not name."""
    return f'run_{uuid.uuid4()}'


def is_drawn(name: str) -> bool:
    return _DRAWN.fullmatch(name) is not None
