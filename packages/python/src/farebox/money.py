"""Amounts are integers in millionths of a dollar (micros), so that no sum goes through a float."""

from __future__ import annotations

import re
from typing import TypeGuard

MICROS_MAX = 2**53 - 1
"""The largest amount that JSON carries without loss."""

_DIGITS = 6
_DOLLARS = re.compile(r'([0-9]+)(?:\.([0-9]{1,6}))?')


def is_micros(value: object) -> TypeGuard[int]:
    """Whether `value` is an amount. A bool, a float (also NaN) and None are none."""
    return type(value) is int and 0 <= value <= MICROS_MAX


def usd(dollars: str) -> int:
    """`usd('0.05')` is 50,000 micros. Raises ValueError unless the text is a whole number of micros."""
    found = _DOLLARS.fullmatch(dollars) if isinstance(dollars, str) else None
    micros = int(found[1] + (found[2] or '').ljust(_DIGITS, '0')) if found else -1
    if not is_micros(micros):
        raise ValueError(f'not an amount in dollars: {dollars!r}; pass a text such as "0.05"')
    return micros


def dollars(micros: int) -> str:
    """`'0.05'` for 50,000 micros: all significant digits, at least two decimals. Raises ValueError for no amount."""
    if not is_micros(micros):
        raise ValueError(f'not an amount in micros: {micros!r}')
    digits = str(micros).rjust(_DIGITS + 1, '0')
    whole, part = digits[:-_DIGITS], digits[-_DIGITS:]
    return f'{whole}.{part[:2]}{part[2:].rstrip("0")}'
