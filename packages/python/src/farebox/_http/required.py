"""The parameters of a client that have no default, checked when the client is made."""

from __future__ import annotations

import re

import httpx

_UNSET = 'is an environment variable unset?'


def required_address(base_url: object) -> str:
    """Without slashes at its end. Raises ValueError, whose text has no password."""
    if not isinstance(base_url, str):
        raise ValueError(f'base_url must be a text, and is {base_url!r}: {_UNSET}')
    if not _is_address(base_url):
        told = 'has more' if '@' in base_url else repr(base_url)
        reason = 'base_url must be https://host or http://host, with a path at most, without user, query and fragment'
        raise ValueError(f'{reason}: {told}')
    return base_url.rstrip('/')


def _is_address(text: str) -> bool:
    if not re.fullmatch(r'https?://[^\s@?#]+', text, re.IGNORECASE):
        return False
    try:
        return httpx.URL(text).host != ''
    except httpx.InvalidURL:
        return False


def required_key(api_key: object) -> str:
    """Without white space around it. Raises ValueError, whose text has no key."""
    key = api_key.strip() if isinstance(api_key, str) else ''
    if key != '' and key.isascii() and key.isprintable():
        return key
    raise ValueError(f'api_key must be ASCII text of one line that is not empty: {_UNSET}')
