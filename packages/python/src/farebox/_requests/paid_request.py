"""A paid request as it is stored before it is sent, so that it survives a crash of the client."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Literal

PaidKind = Literal['execution', 'batch']


@dataclass(frozen=True)
class PaidRequest:
    """A process that finds one sends the same bytes under the same key, and gets what was accepted, if anything was."""

    kind: PaidKind
    name: str
    """The caller's name of the request, or a random name."""
    idempotency_key: str
    tool: str
    arguments: str
    """The requested arguments as canonical JSON; a list for a batch."""
    created_at: str
    """RFC 3339 in UTC."""
    body: str | None = None
    """The exact body to send, with price version and maximum charge; None until there is a quote."""
    accepted_id: str | None = None
    """The id of the execution or batch; None until a response has named it."""
    may_be_accepted: bool = False
    """True without a body if one that was sent before, under other prices, may have been accepted."""
    ended_at: str | None = None
    """When this client saw the end of a named request, which stays stored so that its name is never paid again."""

    def to_record(self) -> dict[str, Any]:
        """The JSON object of a store. `@farebox/sdk` writes the same one."""
        record = {
            'kind': self.kind,
            'name': self.name,
            'idempotencyKey': self.idempotency_key,
            'tool': self.tool,
            'arguments': self.arguments,
            'body': self.body,
            'createdAt': self.created_at,
            _ID[self.kind]: self.accepted_id,
        }
        marks = {'mayBeAccepted': True} if self.may_be_accepted else {}
        ended = {} if self.ended_at is None else {'endedAt': self.ended_at}
        return {**record, **marks, **ended}

    @staticmethod
    def from_record(record: Mapping[str, Any]) -> PaidRequest:
        """Raises KeyError if a member is missing. A record without a kind is an execution."""
        kind: PaidKind = record.get('kind', 'execution')
        return PaidRequest(
            kind=kind,
            name=record['name'],
            idempotency_key=record['idempotencyKey'],
            tool=record['tool'],
            arguments=record['arguments'],
            body=record['body'],
            created_at=record['createdAt'],
            accepted_id=record[_ID[kind]],
            may_be_accepted=record.get('mayBeAccepted') is True,
            ended_at=record.get('endedAt'),
        )


_ID: Mapping[PaidKind, str] = {'execution': 'executionId', 'batch': 'batchId'}


def utc_now() -> str:
    """RFC 3339 in UTC with milliseconds."""
    return datetime.now(timezone.utc).isoformat(timespec='milliseconds').replace('+00:00', 'Z')
