"""Carries a paid request to its one execution or batch.

The request is stored before it is sent, sent again under its key while the outcome is unknown, and removed only if a
refusal proves that nothing was accepted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from .._http.calls import Call
from .._io_async import call
from .._requests import kinds
from .._requests.asked import Accepted, Asked, require_arguments, required_ceiling, required_name
from .._requests.canonical import canonical
from .._requests.idempotency_key import key_of, new_name
from .._requests.paid_request import PaidRequest, utc_now
from .._requests.store import RequestStore
from ..errors import FareboxError
from ..money import is_micros
from .api import AsyncApi

_QUOTES_MAX = 5
"""The most quotes for one request, in case prices change while it is sent."""
_STALE = frozenset({'price_version_mismatch', 'maximum_charge_too_low'})
"""Errors of an outdated quote: a new quote is requested, which must also be within the ceiling."""
_NOBODY_KNOWS = frozenset({'network_failed', 'internal_error', 'service_unavailable', 'unexpected_response'})


@dataclass
class AsyncSending:
    api: AsyncApi
    store: RequestStore
    ceiling: int
    is_doubtful: bool
    """Whether an earlier attempt under the same key may have been accepted without a response."""

    def doubt(self) -> None:
        self.is_doubtful = True


async def pay(asked: Asked, api: AsyncApi, store: RequestStore) -> Accepted:
    """Raises FareboxError."""
    name = new_name() if asked.name is None else required_name(asked.name)
    ceiling = required_ceiling(asked.ceiling, name)
    require_arguments(asked.kind, asked.arguments, name)
    blank = PaidRequest(
        kind=asked.kind,
        name=name,
        idempotency_key=key_of(name),
        tool=asked.tool,
        arguments=canonical(asked.arguments),
        created_at=utc_now(),
    )
    request = await call(store.add, blank)
    if (request.kind, request.tool, request.arguments) != (blank.kind, blank.tool, blank.arguments):
        raise FareboxError('request_changed', request=name)
    return await carry(request, AsyncSending(api, store, ceiling, is_doubtful=request is not blank))


async def carry(stored: PaidRequest, sending: AsyncSending) -> Accepted:
    """Sends a stored request, also one of an earlier process. Raises FareboxError."""
    required_ceiling(sending.ceiling, stored.name)
    try:
        return await _carried(stored, sending)
    except FareboxError as error:
        if sending.is_doubtful or stored.accepted_id is not None:
            raise_unless_told(error, stored.name)
        raise


def raise_unless_told(error: FareboxError, request: str) -> None:
    """Raises `outcome_unknown` if nothing in the error says what became of a request that was sent before."""
    if error.code in _NOBODY_KNOWS and error.details.get('accepted') is not False:
        raise FareboxError(
            'outcome_unknown',
            http=error.http,
            details=error.details,
            request_id=error.request_id,
            documentation=error.documentation,
            request=request,
            address=error.address,
        ) from error


async def _carried(stored: PaidRequest, sending: AsyncSending) -> Accepted:
    if stored.accepted_id is not None:
        return Accepted(stored, await sending.api.get(kinds.read_path(stored, stored.accepted_id)))
    request = stored
    if stored.body is not None and _is_above(stored.body, sending.ceiling):
        made = await _bought(stored, sending)
        doubtful = replace(stored, body=None, may_be_accepted=True)
        request = doubtful if made is None else replace(stored, accepted_id=made['id'])
        await call(sending.store.save, request)
        if made is not None:
            return Accepted(request, made)
    for _ in range(_QUOTES_MAX):
        if request.body is None:
            request = await _quoted(request, sending)
        made = await _sent(request, sending)
        if made is not None:
            request = replace(request, accepted_id=made['id'])
            await call(sending.store.save, request)
            return Accepted(request, made)
        # Removes the refused body before the next quote: after a crash between them it must not be sent again.
        may_be_accepted = request.may_be_accepted or sending.is_doubtful
        request = replace(request, body=None, may_be_accepted=may_be_accepted)
        await call(sending.store.save, request)
    raise FareboxError('price_version_mismatch', request=request.name)


def _is_above(body: str, ceiling: int) -> bool:
    """A body that an earlier call stored was quoted within that call's ceiling. Above this call's it is not sent."""
    maximum = json.loads(body).get('maximumChargeMicros')
    return not (is_micros(maximum) and maximum <= ceiling)


async def _quoted(request: PaidRequest, sending: AsyncSending) -> PaidRequest:
    body = {'tool': request.tool, **kinds.input_of(request, json.loads(request.arguments))}
    try:
        quote = await sending.api.post(kinds.quote_path(request), _serialized(body))
        priced = {**body, **_price_of(quote, sending.ceiling)}
    except FareboxError as error:
        error.request = request.name
        if not sending.is_doubtful:
            await call(sending.store.remove, request.name)
        raise
    request = replace(request, body=_serialized(priced))
    await call(sending.store.save, request)
    return request


def _price_of(quote: Any, ceiling: int) -> dict[str, Any]:
    """Raises FareboxError `ceiling_exceeded`, also if the quote states no amount."""
    maximum = quote.get('maximumChargeMicros') if isinstance(quote, dict) else None
    if not (is_micros(maximum) and maximum <= ceiling):
        details = {'maximumChargeMicros': maximum, 'ceilingMicros': ceiling}
        raise FareboxError('ceiling_exceeded', details=details)
    return {'priceVersion': quote.get('priceVersion'), 'maximumChargeMicros': maximum}


async def _sent(request: PaidRequest, sending: AsyncSending) -> Any:
    """The accepted execution or batch; None if the prices of the quote are outdated."""
    paying = Call(
        'POST',
        kinds.pay_path(request),
        json=request.body,
        headers={'Idempotency-Key': request.idempotency_key},
        on_unknown=sending.doubt,
    )
    try:
        made = (await sending.api.send(paying)).data
        if not isinstance(made, dict) or not isinstance(made.get('id'), str):
            raise FareboxError('unexpected_response')
        return made
    except FareboxError as error:
        if error.code in _STALE:
            return None
        error.request = request.name
        return await _refused(error, request, sending)


async def _refused(error: FareboxError, request: PaidRequest, sending: AsyncSending) -> Any:
    raise_unless_told(error, request.name)
    if not sending.is_doubtful:
        await call(sending.store.remove, request.name)
        raise error
    made = await _bought(request, sending)
    if made is None:
        raise error
    return made


async def _bought(request: PaidRequest, sending: AsyncSending) -> Any:
    """The execution or batch that an earlier attempt under the same key has bought; None if there is none."""
    found = kinds.listed(request, await sending.api.get(kinds.lookup_path(request)))
    if not found or found[0]['tool'] != _name_of(request.tool):
        return None
    return await sending.api.get(kinds.read_path(request, found[0]['id']))


def _name_of(tool: str) -> str:
    """The tool of an execution of `@thumbs:3` is `@thumbs`."""
    return tool.split(':')[0] if tool.startswith('@') else tool


def _serialized(body: Mapping[str, Any]) -> str:
    return json.dumps(body, separators=(',', ':'), ensure_ascii=False)
