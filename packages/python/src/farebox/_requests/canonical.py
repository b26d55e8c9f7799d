"""Canonical JSON: sorted members, no white space. Two requests ask for the same exactly if these texts are equal."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import FareboxError

_EXACT_MAX = 2**53


def canonical(value: object) -> str:
    """Raises FareboxError `invalid_arguments` if the value is no JSON: NaN, bytes, a lone surrogate."""
    try:
        text = json.dumps(_plain(value, ''), separators=(',', ':'), ensure_ascii=False, allow_nan=False)
        text.encode()
    except _NoJson as error:
        raise no_arguments({error.member or 'arguments': error.problem}) from error
    except RecursionError as error:
        raise no_arguments({'arguments': 'contain themselves or are nested too deep'}) from error
    except UnicodeEncodeError as error:
        raise no_arguments({'arguments': 'have half of a character (lone surrogate)'}) from error
    return text


def no_arguments(problems: Mapping[str, str], request: str | None = None) -> FareboxError:
    fields = {member: f'{problem}; nothing was sent' for member, problem in problems.items()}
    return FareboxError('invalid_arguments', request=request, details={'fields': fields})


class _NoJson(Exception):
    def __init__(self, member: str, problem: str) -> None:
        super().__init__(problem)
        self.member = member
        self.problem = problem


def _plain(value: object, member: str) -> Any:
    """Members in the order of UTF-16 units, and 2.0 as 2, as JavaScript and RFC 8785 have them."""
    if isinstance(value, Mapping):
        for name in value:
            if not isinstance(name, str):
                raise _NoJson(member, f'has the member {name!r}, whose name is no text')
        return {name: _plain(value[name], name) for name in sorted(value, key=_utf16)}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview)):
        return [_plain(item, member) for item in value]
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _NoJson(member, f'is {value!r}; pass a finite number')
        return int(value) if value.is_integer() and abs(value) < _EXACT_MAX else value
    if value is None or isinstance(value, (str, int)):
        return value
    raise _NoJson(member, f'is of the type {type(value).__name__}, which JSON has not')


def _utf16(name: str) -> bytes:
    return name.encode('utf-16-be', 'surrogatepass')
