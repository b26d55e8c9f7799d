"""The part of the client that pays: runs, batches, and requests that a crash interrupted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Union, cast

from .._generated import Batch, Execution
from .._http.deadline import Deadline
from .._io_async import call
from .._requests.asked import Accepted, Asked, Waiting, required_ceiling
from .._requests.idempotency_key import is_drawn
from .._requests.paid_request import PaidRequest
from .._requests.store import RequestStore
from .api import AsyncApi
from .pay import AsyncSending, carry, pay
from .run import AsyncBatchOutcome, AsyncOutcome, AsyncResumed, finish, finish_batch


class AsyncPurchases:
    """Every `ceiling` is in micros, `usd('0.05')`: the most that the purchase may cost.

    Every `request` is your own name for the purchase, such as `order-17/thumbnail`. The same name is never paid twice,
    in any process. A `timeout` in seconds ends the wait with `wait_timed_out`, and not the execution.
    """

    _api: AsyncApi
    _store: RequestStore

    async def run(
        self,
        tool: str,
        arguments: Mapping[str, object],
        *,
        ceiling: int,
        request: str | None = None,
        on_progress: Callable[[Execution], None] | None = None,
        through_review: bool = False,
        timeout: float | None = None,
    ) -> AsyncOutcome:
        """Quotes, executes and waits. Raises FareboxError; its `execution` has the charge of a failed execution."""
        how = Waiting(on_progress, through_review, Deadline.after(timeout), is_named=request is not None)
        accepted = await self._paid(Asked('execution', tool, arguments, ceiling, request))
        return await finish(accepted, how, self._api, self._store)

    async def run_batch(
        self,
        tool: str,
        items: Sequence[Mapping[str, object]],
        *,
        ceiling: int,
        request: str | None = None,
        on_progress: Callable[[Batch], None] | None = None,
        through_review: bool = False,
        timeout: float | None = None,
    ) -> AsyncBatchOutcome:
        """Quotes, executes and waits for up to 1,000 executions of one tool under one ceiling. All are accepted, or none.

        Returns the result of each, also if some have failed or are under review. Raises FareboxError.
        """
        how = Waiting(on_progress, through_review, Deadline.after(timeout), is_named=request is not None)
        accepted = await self._paid(Asked('batch', tool, items, ceiling, request))
        return await finish_batch(accepted, how, self._api, self._store)

    async def execute(
        self, tool: str, arguments: Mapping[str, object], *, ceiling: int, request: str | None = None
    ) -> Execution:
        """Quotes and executes. Returns once the execution is accepted. Raises FareboxError."""
        return cast(Execution, (await self._paid(Asked('execution', tool, arguments, ceiling, request))).made)

    async def execute_batch(
        self, tool: str, items: Sequence[Mapping[str, object]], *, ceiling: int, request: str | None = None
    ) -> Batch:
        """Quotes and executes a batch. Returns once the batch is accepted. Raises FareboxError."""
        return cast(Batch, (await self._paid(Asked('batch', tool, items, ceiling, request))).made)

    async def pending(self) -> Sequence[PaidRequest]:
        """Stored requests that have not ended, as far as this client knows. `kind` tells batches from executions."""
        return [request for request in await call(self._store.list) if request.ended_at is None]

    async def resume(
        self,
        request: PaidRequest,
        *,
        ceiling: int,
        on_progress: Union[Callable[[Execution], None], Callable[[Batch], None], None] = None,
        through_review: bool = False,
        timeout: float | None = None,
    ) -> Union[AsyncOutcome, AsyncBatchOutcome]:
        """Completes a stored request, as `run` or `run_batch` would have. Raises FareboxError."""
        named = not is_drawn(request.name)
        how = Waiting(on_progress, through_review, Deadline.after(timeout), is_named=named)
        # An earlier process may have sent the request, so its outcome is in doubt whatever its last quote was.
        sending = AsyncSending(self._api, self._store, required_ceiling(ceiling, request.name), is_doubtful=True)
        accepted = await carry(request, sending)
        if request.kind == 'batch':
            return await finish_batch(accepted, how, self._api, self._store)
        return await finish(accepted, how, self._api, self._store)

    async def resume_all(
        self, ceiling: int, *, through_review: bool = False, timeout: float | None = None
    ) -> Sequence[AsyncResumed]:
        """Completes all pending requests, one after the other, each within the ceiling.

        Goes on after a failure and reports it in the result. Raises FareboxError `invalid_ceiling`. `timeout` is the
        most seconds that one request is waited for.
        """
        required_ceiling(ceiling)
        resumed: list[AsyncResumed] = []
        for request in await self.pending():
            try:
                outcome = await self.resume(
                    request, ceiling=ceiling, through_review=through_review, timeout=timeout
                )
                resumed.append(AsyncResumed(request, outcome, None))
            except Exception as error:
                resumed.append(AsyncResumed(request, None, error))
        return resumed

    async def forget(self, request: str) -> None:
        """Removes a named request from the store. Use it for names that you will not request again."""
        await call(self._store.remove, request)

    async def _paid(self, asked: Asked) -> Accepted:
        return await pay(asked, self._api, self._store)
