"""The parameters of a purchase, checked before anything is stored or sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .._http.deadline import Deadline
from ..errors import FareboxError
from ..money import is_micros
from .canonical import no_arguments
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


def require_arguments(kind: PaidKind, arguments: object, request: str | None = None) -> None:
    """Raises FareboxError `invalid_arguments`: a stored request that can never be accepted would keep its name."""
    if kind == 'execution':
        return _require_object(arguments, 'arguments', request)
    if not isinstance(arguments, Sequence) or isinstance(arguments, _TEXTS):
        problem = f"must be a list of objects, such as [{{'width': 160}}], and not {_kind_of(arguments)}"
        raise no_arguments({'items': problem}, request)
    for at, each in enumerate(arguments):
        _require_object(each, f'items[{at}]', request)


_TEXTS = (str, bytes, bytearray, memoryview)


def _require_object(arguments: object, member: str, request: str | None) -> None:
    if not isinstance(arguments, Mapping):
        problem = f"must be an object, such as {{'width': 200}}, and not {_kind_of(arguments)}"
        raise no_arguments({member: problem}, request)


def _kind_of(value: object) -> str:
    return 'None' if value is None else f'of the type {type(value).__name__}'


def required_name(name: object) -> str:
    """Raises ValueError: an empty name, as from a variable that is not set, would stand for every purchase."""
    if isinstance(name, str) and name != '' and not _SURROGATE.search(name):
        return name
    reason = 'request must be a text that is not empty and has no half of a character (lone surrogate)'
    raise ValueError(f'{reason}: {name!r}')


_SURROGATE = re.compile('[\ud800-\udfff]')
