"""The contract of a store of paid requests, and the store that lives as long as the process."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Protocol

from .paid_request import PaidRequest


class RequestStore(Protocol):
    """Its methods may be called by several threads at once. What they raise reaches the caller; nothing is sent then."""

    def add(self, request: PaidRequest) -> PaidRequest:
        """Returns the stored request of this name: the given object, or the one that existed before.

        Durable when it returns.
        """
        ...

    def save(self, request: PaidRequest) -> None:
        """Replaces the request of this name. Durable when it returns."""
        ...

    def remove(self, name: str) -> None:
        """Does nothing if there is none of this name."""
        ...

    def list(self) -> Sequence[PaidRequest]: ...


class MemoryStore:
    """Protects from a lost connection, not from a crash."""

    def __init__(self) -> None:
        self._requests: dict[str, PaidRequest] = {}
        self._lock = threading.Lock()

    def add(self, request: PaidRequest) -> PaidRequest:
        with self._lock:
            return self._requests.setdefault(request.name, request)

    def save(self, request: PaidRequest) -> None:
        with self._lock:
            self._requests[request.name] = request

    def remove(self, name: str) -> None:
        with self._lock:
            self._requests.pop(name, None)

    def list(self) -> Sequence[PaidRequest]:
        with self._lock:
            return tuple(self._requests.values())
