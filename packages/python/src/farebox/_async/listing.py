"""Lists, newest first. Pages are fetched as the iterator advances."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import Any
from urllib.parse import urlencode

from .api import AsyncApi


async def pages_of(path: str, member: str, filters: Mapping[str, object], api: AsyncApi) -> AsyncGenerator[Any, None]:
    """Filters that are None are left out. Raises FareboxError."""
    query = {name: value for name, value in filters.items() if value is not None}
    while True:
        page = await api.get(f'{path}?{urlencode(query)}')
        for entry in page[member]:
            yield entry
        if page['nextBefore'] is None:
            return
        query['before'] = page['nextBefore']
