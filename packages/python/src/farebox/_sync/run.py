# Made from `_async` by `npm run generate`; edit that one.
"""Completes a paid request: waits and returns the results, or raises an error that has the status and the charge."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Union

from .._generated import Batch, Execution, SucceededExecution
from .._http.calls import Call
from .._io_sync import call
from .._requests.asked import Accepted, Waiting
from .._requests.kinds import segment
from .._requests.paid_request import PaidRequest, utc_now
from .._requests.store import RequestStore
from ..errors import ClientErrorCode, FareboxError
from .api import Api
from .artifact import Artifact, artifacts_of
from .pay import raise_unless_told
from .wait import wait_for, wait_for_batch


@dataclass(frozen=True)
class Outcome:
    execution: SucceededExecution
    artifacts: Sequence[Artifact]
    result: Any
    """The structured result of the tool besides its files, such as measurements or text; None if there is none."""


@dataclass(frozen=True)
class BatchResult:
    index: int
    execution: Execution
    """In its current status."""
    artifacts: Sequence[Artifact]


@dataclass(frozen=True)
class BatchOutcome:
    batch: Batch
    """Its `finishedAt` is None while an execution is under review. The request then stays pending, to be resumed."""
    results: Sequence[BatchResult]
    """One for each input, in the order of the request, including failed executions."""


@dataclass(frozen=True)
class Resumed:
    """One stored request after `resume_all`: it has an outcome or an error."""

    request: PaidRequest
    outcome: Union[Outcome, BatchOutcome, None]
    error: Exception | None
    """A FareboxError, or an error of the store."""


def finish(accepted: Accepted, how: Waiting, api: Api, store: RequestStore) -> Outcome:
    """Raises FareboxError; its `execution` has the charge of a failed one."""
    try:
        execution = wait_for(accepted.made, api, how.on_progress, how.through_review, how.deadline)
    except FareboxError as error:
        error.request = accepted.request.name
        raise_unless_told(error, accepted.request.name)
        raise
    if execution['status'] != 'needs_review':
        _ended(accepted.request, how.is_named, store)
    if execution['status'] == 'succeeded':
        return Outcome(execution, artifacts_of(execution, api), execution['output'].get('result'))
    raise FareboxError(_code_of(execution), execution=execution, request=accepted.request.name)


def finish_batch(accepted: Accepted, how: Waiting, api: Api, store: RequestStore) -> BatchOutcome:
    """Raises FareboxError."""
    try:
        batch = wait_for_batch(accepted.made, api, how.on_progress, how.through_review, how.deadline)
        results = [result for result in results_of(batch, 0, api)]
    except FareboxError as error:
        error.request = accepted.request.name
        # A batch without one of its results is a defect of the service, and no doubt about its outcome.
        if error.code != 'unexpected_response':
            raise_unless_told(error, accepted.request.name)
        raise
    # Ends only after all results have arrived: a crash before leaves the request pending.
    if batch['finishedAt'] is not None:
        _ended(accepted.request, how.is_named, store)
    return BatchOutcome(batch, results)


def results_of(batch: Batch, first: int, api: Api) -> Generator[BatchResult, None, None]:
    """Pages are fetched as the iterator advances. Raises if a line is missing, so that no paid execution is lost."""
    expected = first
    while expected < batch['executionCount']:
        path = f'/tools/batches/{segment(batch["id"])}/results?from={expected}'
        lines = (api.send(Call('GET', path, headers={'Accept': 'application/jsonl'}))).data
        if not lines:
            raise FareboxError('unexpected_response', details={'reason': f'the batch has no result {expected}'})
        for line in lines:
            if line['index'] != expected:
                raise FareboxError('unexpected_response', details={'reason': f'the batch has no result {expected}'})
            expected += 1
            execution = line['execution']
            yield BatchResult(line['index'], execution, artifacts_of(execution, api))


def _ended(request: PaidRequest, is_named: bool, store: RequestStore) -> None:
    if not is_named:
        call(store.remove, request.name)
    elif request.ended_at is None:
        call(store.save, replace(request, ended_at=utc_now()))


def _code_of(execution: Execution) -> ClientErrorCode:
    if execution['status'] == 'needs_review':
        return 'execution_under_review'
    return 'execution_cancelled' if execution['status'] == 'cancelled' else 'execution_failed'
