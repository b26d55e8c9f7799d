"""One run: what a tool is given, and what it returns."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from ._failed import RunFailed
from ._files import File, Output
from ._json import RESULT_BYTES, RESULT_DEPTH, STATEMENT_CHARACTERS, JsonObject, Reply, is_within_depth


@dataclass(frozen=True)
class Limits:
    deadline: datetime
    units_max: int
    cost_max_usd: str


@dataclass(frozen=True)
class Run:
    """As the type of a parameter of a tool, it is the run itself and no argument."""

    token: str
    """The same for every attempt. Give it to services that take an idempotency key."""
    tool: str
    version: int
    arguments: JsonObject
    inputs: Sequence[File]
    outputs: Sequence[Output]
    """The files to make, in the order of the manifest's `output.artifacts`."""
    limits: Limits
    progress: Callable[[float], None]
    """From 0 to 1. Customers see it."""
    stopped: threading.Event = field(default_factory=threading.Event)
    """Set at a cancel and at the deadline. An `async` tool is cancelled as well."""

    def check(self) -> None:
        """Ends a tool that is no coroutine, if the run is to stop."""
        if self.stopped.is_set():
            raise RunFailed('stopped')


@dataclass(frozen=True)
class Outcome:
    """A tool may also return its result alone, or None."""

    result: Any = None
    units: float | None = None
    """Needed if the price of the manifest is `reported`."""
    cost: str | None = None
    """US dollars as text, such as '0.0123'."""
    statement: str | None = None
    """A reference for the operator, such as an invoice line."""


_USD = re.compile(r'(?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,12})?')


def cost_of(usd: str | None, statement: str | None = None) -> JsonObject:
    """The member `cost`, or nothing. Raises RunFailed."""
    if usd is None:
        return {}
    if not (isinstance(usd, str) and _USD.fullmatch(usd)):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise RunFailed('a cost must be text such as "0.0123", of at least 0')
    note = {} if statement is None else {'statement': statement[:STATEMENT_CHARACTERS]}
    return {'cost': {'usd': usd, **note}}


def succeeded(run: Run, returned: object) -> Reply:
    """Raises RunFailed for what Farebox would not believe: its message tells the author of the tool why."""
    outcome = returned if isinstance(returned, Outcome) else Outcome(result=returned)
    artifacts = [output.artifact for output in run.outputs]
    if None in artifacts:
        index = artifacts.index(None)
        raise RunFailed(f'output {index} has no file: call run.outputs[{index}].put')
    reply: Reply = {'status': 'succeeded', 'artifacts': artifacts, **cost_of(outcome.cost, outcome.statement)}
    if outcome.units is not None:
        if not 0 <= outcome.units < float('inf'):
            raise RunFailed('units must be a number of at least 0')
        reply['units'] = outcome.units
    if outcome.result is not None:
        try:
            size = len(json.dumps(outcome.result, allow_nan=False, ensure_ascii=False).encode())
        except (TypeError, ValueError, RecursionError) as error:
            raise RunFailed(f'the result is no JSON: {error}') from error
        if size > RESULT_BYTES or not is_within_depth(outcome.result, RESULT_DEPTH):
            raise RunFailed(f'the result has more than {RESULT_BYTES} bytes or {RESULT_DEPTH} levels')
        reply['result'] = outcome.result
    return reply
