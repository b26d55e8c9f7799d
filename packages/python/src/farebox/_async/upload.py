"""Uploads a file: a path, bytes, an open file, or chunks. The same content is the same file, so a retry is safe."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterable
from typing import Union, cast

from .._files.source import BYTES_MAX, IN_PARTS, FileSource, OpenSource, require_within_limit
from .._generated import File
from .._io_async import call
from ..errors import FareboxError
from .api import AsyncApi
from .parts import OnProgress, upload_in_parts

AsyncSource = Union[FileSource, AsyncIterable[bytes]]


async def upload(source: AsyncSource, mime_type: str | None, api: AsyncApi, on_progress: OnProgress | None) -> File:
    """Raises FareboxError; OSError if a path cannot be read."""
    if isinstance(source, AsyncIterable) and not hasattr(source, 'read') and not isinstance(source, _BYTES):
        return await _sent(await _whole_of(source), _required(mime_type), api, on_progress)
    opened = await call(OpenSource, cast(FileSource, source))
    try:
        declared = _required(mime_type or opened.mime_type)
        if opened.size is not None and opened.size > BYTES_MAX and declared in IN_PARTS:
            return await upload_in_parts(opened, declared, opened.size, api, on_progress)
        return await _sent(await call(opened.whole), declared, api, on_progress)
    finally:
        opened.close()


_BYTES = (str, bytes, bytearray, memoryview)
"""Iterable in the synchronous client, and no chunks."""


async def _whole_of(chunks: AsyncIterable[bytes]) -> bytes:
    whole = bytearray()
    async for chunk in chunks:
        whole += chunk
        require_within_limit(len(whole))
    return bytes(whole)


def _required(mime_type: str | None) -> str:
    if mime_type is not None:
        return mime_type
    reason = 'nothing was sent: pass mime_type, because the name of the file does not tell it'
    raise FareboxError('unsupported_media_type', details={'reason': reason})


async def _sent(whole: bytes, mime_type: str, api: AsyncApi, on_progress: OnProgress | None) -> File:
    body = json.dumps({'mimeType': mime_type, 'data': base64.b64encode(whole).decode()})
    file = cast(File, await api.post('/tools/upload', body))
    if on_progress is not None:
        on_progress(len(whole), len(whole))
    return file
