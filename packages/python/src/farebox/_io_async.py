"""Pauses and blocking calls of the asynchronous client. `_io_sync.py` has the same names for the other one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

_P = ParamSpec('_P')
_R = TypeVar('_R')

sleep = asyncio.sleep


async def call(act: Callable[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R:
    """Runs a blocking call in a thread. A cancellation waits for it: a write that has begun is never left behind."""
    running = asyncio.ensure_future(asyncio.to_thread(act, *args, **kwargs))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        await asyncio.wait([running])
        if not running.cancelled():
            running.exception()  # marks it as seen: the cancellation is what the caller gets
        raise
