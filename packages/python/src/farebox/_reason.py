"""The part of an error's text that says why it happened, so that a log line alone is enough to understand it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from .money import dollars, is_micros

if TYPE_CHECKING:
    from ._generated import Execution
    from .errors import FareboxError

_FIELDS_MAX = 5
_BY_OTHERS = frozenset({'unexpected_response', 'service_unavailable', 'outcome_unknown'})
"""Errors that may come from a proxy, whose status code is all that is known."""


def reason_of(error: FareboxError) -> str:
    """Sentences that end with a space; empty if nothing more than the code is known."""
    parts = [
        *_of_execution(error.execution),
        *_of_amounts(error.details),
        *_of_fields(error.details.get('fields')),
        *_of_reason(error.details.get('reason')),
        *_of_others(error.details),
        *([f'Tried: {error.address}.'] if error.address else []),
        *([f'HTTP {error.http}.'] if error.code in _BY_OTHERS and error.http else []),
        *([f'Request: {error.request}.'] if error.request else []),
    ]
    return ''.join(f'{part} ' for part in parts)


def _of_execution(execution: Execution | None) -> list[str]:
    if execution is None:
        return []
    failure, charged = execution.get('error'), execution.get('chargedMicros')
    why = failure['message'] if failure else execution.get('statusReason')
    parts = [f'{execution["id"]} is {execution["status"]}']
    parts += [str(why)] if why else []
    parts += [f'charged ${dollars(charged)}'] if is_micros(charged) else []
    return [f'{", ".join(parts)}.']


_AMOUNTS = {
    'maximumChargeMicros': 'costs up to',
    'ceilingMicros': 'ceiling',
    'requiredMicros': 'required',
    'availableMicros': 'available',
}


def _of_amounts(details: Mapping[str, object]) -> list[str]:
    known = [(word, details.get(name)) for name, word in _AMOUNTS.items()]
    told = [f'{word} ${dollars(value)}' for word, value in known if is_micros(value)]
    told += [f'ceiling {details["ceiling"]}'] if 'ceiling' in details else []
    return [f'{", ".join(told)}.'] if told else []


def _of_fields(fields: object) -> list[str]:
    if not isinstance(fields, Mapping):
        return []
    return [f'{path}: {reason}.' for path, reason in list(fields.items())[:_FIELDS_MAX]]


def _of_reason(reason: object) -> list[str]:
    return [f'{reason}.'] if isinstance(reason, str) and reason else []


def _of_others(details: Mapping[str, object]) -> list[str]:
    """Every fact that has no sentence of its own: a limit, the allowed values, the nearest names."""
    others = [(name, value) for name, value in details.items() if not _is_told(name, value)]
    told = [f'{name} {value if isinstance(value, str) else json.dumps(value, default=repr)}' for name, value in others]
    return [f'{"; ".join(told)}.'] if told else []


def _is_told(name: str, value: object) -> bool:
    if name in _AMOUNTS:
        return is_micros(value)
    if name == 'reason':
        return isinstance(value, str)
    return name in ('ceiling', 'fields')
