"""Canonical JSON: sorted members, no white space. Two requests ask for the same exactly if these texts are equal."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import FareboxError

_EXACT_MAX = 2**53


def canonical(value: object) -> str:
    """Raises FareboxError `invalid_arguments` if the value is no JSON: NaN, bytes, a lone surrogate."""
    try:
        text = json.dumps(_plain(value), separators=(',', ':'), ensure_ascii=False, allow_nan=False)
        text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        reason = f'nothing was sent, because the arguments are no JSON: {error}'
        raise FareboxError('invalid_arguments', details={'reason': reason}) from error
    return text


def _plain(value: object) -> Any:
    """Members in the order of UTF-16 units, and 2.0 as 2, as JavaScript and RFC 8785 have them."""
    if isinstance(value, Mapping):
        if not all(isinstance(name, str) for name in value):
            raise TypeError('the name of a member is no text')
        return {name: _plain(value[name]) for name in sorted(value, key=_utf16)}
    if isinstance(value, Sequence) and not isinstance(value, (str, bytes, bytearray, memoryview)):
        return [_plain(item) for item in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT_MAX:
        return int(value)
    return value


def _utf16(name: str) -> bytes:
    return name.encode('utf-16-be', 'surrogatepass')
