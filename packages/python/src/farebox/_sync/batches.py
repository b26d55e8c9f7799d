# Made from `_async` by `npm run generate`; edit that one.
"""The batch endpoints of the API."""

from __future__ import annotations

from collections.abc import Generator, Callable, Mapping, Sequence
from contextlib import closing
from typing import cast

from .._generated import Batch, BatchQuote, BatchSummary
from .._http.deadline import Deadline
from .._requests.asked import require_arguments
from .._requests.canonical import canonical
from .._requests.kinds import batch_items, segment
from .api import Api
from .events import batch_events
from .listing import pages_of
from .run import BatchResult, results_of
from .wait import wait_for_batch


class Batches:
    def __init__(self, api: Api) -> None:
        self._api = api

    def quote(self, tool: str, items: Sequence[Mapping[str, object]]) -> BatchQuote:
        """Free; reserves nothing."""
        require_arguments('batch', items)
        body = canonical({'tool': tool, 'items': batch_items(items)})
        return cast(BatchQuote, self._api.post('/tools/batches/quote', body))

    def list(self, *, page_size: int = 100) -> Generator[BatchSummary, None, None]:
        """Newest first."""
        return pages_of('/tools/batches', 'batches', {'limit': page_size}, self._api)

    def get(self, id: str) -> Batch:
        """Its executions by status, and the charges so far."""
        return cast(Batch, self._api.get(_path_of(id)))

    def wait(
        self,
        id: str,
        *,
        on_progress: Callable[[Batch], None] | None = None,
        through_review: bool = False,
        timeout: float | None = None,
    ) -> Batch:
        """Waits until all executions have ended, or only reviews are open. `timeout` in seconds; see `Farebox.wait`."""
        deadline = Deadline.after(timeout)
        return wait_for_batch(self.get(id), self._api, on_progress, through_review, deadline)

    def events(self, id: str) -> Generator[Batch, None, None]:
        """The current state, then each change, at most one a second. Ends when all executions have ended."""
        return batch_events(id, self._api)

    def cancel(self, id: str) -> Batch:
        """Cancels the open executions. Executions that have ended keep their charge."""
        return cast(Batch, self._api.post(f'{_path_of(id)}/cancel', '{}'))

    def results(self, id: str, *, first: int = 0) -> Generator[BatchResult, None, None]:
        """The executions in the order of the request from index `first`, also of a batch that has not ended."""
        with closing(results_of(self.get(id), first, self._api)) as results:
            for result in results:
                yield result


def _path_of(id: str) -> str:
    return f'/tools/batches/{segment(id)}'
