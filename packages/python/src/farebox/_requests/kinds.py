"""The two kinds of paid requests, executions and batches, and their endpoints. The API keeps their keys apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from .paid_request import PaidRequest

_READ_AT: Mapping[str, str] = {'execution': '/tools/executions', 'batch': '/tools/batches'}
_QUOTE_AT: Mapping[str, str] = {'execution': '/tools/quote', 'batch': '/tools/batches/quote'}


def segment(text: str) -> str:
    """A value as one part of a path."""
    return quote(text, safe='')


def quote_path(request: PaidRequest) -> str:
    return _QUOTE_AT[request.kind]


def pay_path(request: PaidRequest) -> str:
    return '/tools/batches' if request.kind == 'batch' else f'/tools/{segment(request.tool)}'


def read_path(request: PaidRequest, id: str) -> str:
    return f'{_READ_AT[request.kind]}/{segment(id)}'


def lookup_path(request: PaidRequest) -> str:
    """The list of what was accepted under the key of the request: at most one."""
    return f'{_READ_AT[request.kind]}?idempotencyKey={request.idempotency_key}'


def listed(request: PaidRequest, page: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    found: Sequence[Mapping[str, Any]] = page.get('batches' if request.kind == 'batch' else 'executions', [])
    return found


def input_of(request: PaidRequest, arguments: Any) -> dict[str, Any]:
    """The arguments as a part of a request body."""
    return {'items': batch_items(arguments)} if request.kind == 'batch' else {'arguments': arguments}


def batch_items(items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{'arguments': each} for each in items]
