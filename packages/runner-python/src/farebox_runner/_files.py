"""Files of a run, by the URLs of Farebox: read whole and with the right SHA-256, written once and within their limits."""

from __future__ import annotations

import asyncio
import hashlib
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import Any

from ._json import JsonObject

_PAUSES = (0.5, 2.0)
_BUSY = 503
_TIMEOUT = 60.0


class File:
    """A file that the run reads. As the type of a parameter of a tool, it is a file argument."""

    def __init__(self, facts: JsonObject) -> None:
        self._url: str = facts['url']
        self.pointer: str = facts['pointer']
        self.sha256: str = facts['sha256']
        self.mime_type: str = facts['mimeType']
        self.size_bytes: int = facts['sizeBytes']
        self.width: int | None = facts.get('width')
        self.height: int | None = facts.get('height')
        self.duration_seconds: float | None = facts.get('durationSeconds')

    def read(self) -> bytes:
        """Downloads the file. In an `async` tool, await `read_async()`."""
        content = _transfer(urllib.request.Request(self._url))
        if hashlib.sha256(content).hexdigest() != self.sha256:
            raise OSError('a downloaded file does not have its SHA-256')
        return content

    async def read_async(self) -> bytes:
        return await asyncio.to_thread(self.read)


class Output:
    """A file that the run makes."""

    def __init__(self, index: int, facts: JsonObject) -> None:
        self._index = index
        self._put: str = facts['put']
        self.mime_types: Sequence[str] = tuple(facts['mimeTypes'])
        self.size_bytes_max: int = facts['sizeBytesMax']
        self.artifact: JsonObject | None = None

    def put(self, content: bytes, mime_type: str | None = None) -> None:
        """Uploads the file, once. `mime_type` is one of `mime_types`; default: the first one."""
        self._once()
        type = self.mime_types[0] if mime_type is None else mime_type
        if type not in self.mime_types:
            raise ValueError(f'output {self._index} must be one of {", ".join(self.mime_types)}, not {type}')
        if len(content) > self.size_bytes_max:
            raise ValueError(
                f'output {self._index} has {len(content)} bytes, at most {self.size_bytes_max} are allowed'
            )
        _transfer(urllib.request.Request(self._put, data=content, method='PUT', headers={'content-type': type}))
        self.artifact = {'put': self._index}

    async def put_async(self, content: bytes, mime_type: str | None = None) -> None:
        await asyncio.to_thread(self.put, content, mime_type)

    def link(self, url: str) -> None:
        """Lets Farebox fetch the file from a public https URL."""
        self._once()
        self.artifact = {'url': url}

    def _once(self) -> None:
        if self.artifact is not None:
            raise ValueError(f'output {self._index} has a file already')


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_named: Any) -> None:
        return None


OPENER = urllib.request.build_opener(_NoRedirect)


def _transfer(request: urllib.request.Request) -> bytes:
    """Raises OSError with the status, never with the URL, which must not be in a log."""
    for pause in (*_PAUSES, None):
        try:
            with OPENER.open(request, timeout=_TIMEOUT) as response:
                content: bytes = response.read()
                return content
        except urllib.error.HTTPError as error:
            error.close()
            if error.code != _BUSY or pause is None:
                kind = 'an upload' if request.get_method() == 'PUT' else 'a download'
                raise OSError(f'{kind} ended with status {error.code}') from None
        except OSError:
            if pause is None:
                raise OSError('Farebox cannot be reached') from None
        time.sleep(pause)
    raise AssertionError('the last attempt returns or raises')
