"""Pauses and blocking calls of the synchronous client, by the same names as in `_io_async.py`."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

_P = ParamSpec('_P')
_R = TypeVar('_R')

sleep = time.sleep


def call(act: Callable[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R:
    return act(*args, **kwargs)
