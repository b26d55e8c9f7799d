"""One request to the API, and its response."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import httpx


@dataclass(frozen=True)
class Call:
    """Every request here is safe to repeat: paid requests by the idempotency key that was stored before."""

    method: Literal['GET', 'POST', 'PATCH', 'DELETE']
    path: str
    """Absolute, with its query."""
    json: str | None = None
    """Serialized JSON."""
    content: bytes | None = None
    """Bytes whose type is in the headers."""
    headers: Mapping[str, str] = field(default_factory=dict)
    on_unknown: Callable[[], None] | None = None
    """For paid requests: called when an attempt may have taken effect without a response that says so."""
    attempts_max: int | None = None
    """None: as many as the client allows."""


@dataclass(frozen=True)
class Reply:
    """`data` is None if the response has no body, and a list for JSON lines."""

    data: Any
    headers: httpx.Headers


class HiddenUrl(httpx.URL):
    """A URL that is a permission, such as a signed download: httpx logs each URL, and of this one only the host."""

    def __str__(self) -> str:
        return f'{self.scheme}://{self.netloc.decode("ascii")}/…'

    __repr__ = __str__


def is_secret(path: str) -> bool:
    """Whether a path of the API is a permission: that of a resumable upload."""
    return path.startswith('/resumable-uploads/')


def address_of(method: str, base_url: str, path: str) -> str:
    """Method and URL for an error text. The query and the secret address of an upload are left out."""
    shown = path.split('?')[0]
    return f'{method} {base_url}{"/resumable-uploads/…" if is_secret(shown) else shown}'
