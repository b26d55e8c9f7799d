"""The asynchronous client behind the methods of the synchronous one, so that every test runs with both."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Iterator
from typing import Any

from farebox import AsyncArtifact, AsyncBatches, AsyncFarebox, AsyncTemplates

_WRAPPED = (AsyncArtifact, AsyncBatches, AsyncFarebox, AsyncTemplates)


class Blocking:
    def __init__(self, target: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._target = target
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._target, name)
        if inspect.ismethod(value):
            return lambda *args, **kwargs: self._plain(value(*args, **kwargs))
        return self._wrapped(value)

    def _plain(self, made: Any) -> Any:
        if inspect.iscoroutine(made):
            return self._wrapped(self._loop.run_until_complete(made))
        return self._iterated(made) if inspect.isasyncgen(made) else self._wrapped(made)

    def _wrapped(self, value: Any) -> Any:
        if isinstance(value, list):
            return [self._wrapped(each) for each in value]
        if artifacts := getattr(value, 'artifacts', None):
            if isinstance(artifacts, list):
                object.__setattr__(value, 'artifacts', self._wrapped(artifacts))
        return Blocking(value, self._loop) if isinstance(value, _WRAPPED) else value

    def _iterated(self, made: Any) -> Iterator[Any]:
        try:
            while True:
                try:
                    yield self._wrapped(self._loop.run_until_complete(anext(made)))
                except StopAsyncIteration:
                    return
        finally:
            self._loop.run_until_complete(made.aclose())
