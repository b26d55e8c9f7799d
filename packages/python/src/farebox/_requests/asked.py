"""The parameters of a purchase, checked before anything is stored or sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .._http.deadline import Deadline
from ..errors import FareboxError
from ..money import is_micros
from .paid_request import PaidKind, PaidRequest


@dataclass(frozen=True)
class Asked:
    kind: PaidKind
    tool: str
    arguments: Mapping[str, object] | Sequence[Mapping[str, object]]
    """A list for a batch."""
    ceiling: int
    """In micros."""
    name: str | None


@dataclass(frozen=True)
class Accepted:
    request: PaidRequest
    made: Any
    """The execution, or the batch."""


@dataclass(frozen=True)
class Waiting:
    """How `run` waits. `is_named`: the caller chose the name, so it stays stored and is never paid again."""

    on_progress: Callable[[Any], None] | None
    through_review: bool
    deadline: Deadline
    is_named: bool


def required_ceiling(ceiling: object, request: str | None = None) -> int:
    """Raises FareboxError `invalid_ceiling`: comparing with NaN is always false, so it would limit nothing."""
    if is_micros(ceiling):
        return ceiling
    raise FareboxError('invalid_ceiling', request=request, details={'ceiling': repr(ceiling)})


def required_name(name: object) -> str:
    """Raises ValueError: an empty name, as from a variable that is not set, would stand for every purchase."""
    if isinstance(name, str) and name != '' and not _SURROGATE.search(name):
        return name
    reason = 'request must be a text that is not empty and has no half of a character (lone surrogate)'
    raise ValueError(f'{reason}: {name!r}')


_SURROGATE = re.compile('[\ud800-\udfff]')
