"""Parses server-sent events, as the HTML standard defines them, from a body that arrives in chunks."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

_LINE_END = re.compile(r'\r\n|\r(?!\Z)')


@dataclass(frozen=True)
class ServerEvent:
    event: str
    data: str
    id: str | None
    retry_seconds: float | None


@dataclass(frozen=True)
class EventsSnapshot:
    resumed: bool
    """False: read the list of executions for those that ended since the last position."""
    more: bool
    """Whether more executions are open than the stream has sent."""


@dataclass
class Continuing:
    """Where the next connection continues."""

    last_event_id: str | None
    retry_seconds: float = 0
    has_ended: bool = False


class EventParser:
    """An incomplete event at the end of a body is dropped."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder('utf-8')('replace')
        self._unread = ''

    def fed(self, chunk: bytes) -> list[ServerEvent]:
        """The events that are complete now, also those without data, for their `retry`."""
        # A carriage return at the end of a chunk may be the first half of a line ending.
        text = _LINE_END.sub('\n', self._unread + self._decoder.decode(chunk))
        *blocks, self._unread = text.split('\n\n')
        return [_event_of(block) for block in blocks]


def _event_of(block: str) -> ServerEvent:
    fields = [_field_of(line) for line in block.split('\n')]
    last = dict(fields)
    retry = last.get('retry', '')
    return ServerEvent(
        event=last.get('event', 'message'),
        data='\n'.join(value for name, value in fields if name == 'data'),
        id=last.get('id'),
        retry_seconds=int(retry) / 1000 if re.fullmatch('[0-9]{1,9}', retry) else None,
    )


def _field_of(line: str) -> tuple[str, str]:
    """A line without a colon is a field without a value; one space after the colon is no part of the value."""
    name, _, value = line.partition(':')
    return name, value[1:] if value.startswith(' ') else value
