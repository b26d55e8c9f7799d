# Made from `_async` by `npm run generate`; edit that one.
"""Lists, newest first. Pages are fetched as the iterator advances."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from typing import Any
from urllib.parse import urlencode

from .api import Api


def pages_of(path: str, member: str, filters: Mapping[str, object], api: Api) -> Generator[Any, None, None]:
    """Filters that are None are left out. Raises FareboxError."""
    query = {name: value for name, value in filters.items() if value is not None}
    while True:
        page = api.get(f'{path}?{urlencode(query)}')
        for entry in page[member]:
            yield entry
        if page['nextBefore'] is None:
            return
        query['before'] = page['nextBefore']
