# Made from `_async` by `npm run generate`; edit that one.
"""Uploads a file: a path, bytes, an open file, or chunks. The same content is the same file, so a retry is safe."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from typing import Union, cast

from .._files.source import BYTES_MAX, IN_PARTS, FileSource, OpenSource, require_within_limit
from .._generated import File
from .._io_sync import call
from ..errors import FareboxError
from .api import Api
from .parts import OnProgress, upload_in_parts

Source = Union[FileSource, Iterable[bytes]]


def upload(source: Source, mime_type: str | None, api: Api, on_progress: OnProgress | None) -> File:
    """Raises FareboxError; OSError if a path cannot be read."""
    if isinstance(source, Iterable) and not hasattr(source, 'read') and not isinstance(source, _BYTES):
        return _sent(_whole_of(source), _required(mime_type), api, on_progress)
    opened = call(OpenSource, cast(FileSource, source))
    try:
        declared = _required(mime_type or opened.mime_type)
        if opened.size is not None and opened.size > BYTES_MAX and declared in IN_PARTS:
            return upload_in_parts(opened, declared, opened.size, api, on_progress)
        return _sent(call(opened.whole), declared, api, on_progress)
    finally:
        opened.close()


_BYTES = (str, bytes, bytearray, memoryview)
"""Iterable in the synchronous client, and no chunks."""


def _whole_of(chunks: Iterable[bytes]) -> bytes:
    whole = bytearray()
    for chunk in chunks:
        whole += chunk
        require_within_limit(len(whole))
    return bytes(whole)


def _required(mime_type: str | None) -> str:
    if mime_type is not None:
        return mime_type
    reason = 'nothing was sent: pass mime_type, because the name of the file does not tell it'
    raise FareboxError('unsupported_media_type', details={'reason': reason})


def _sent(whole: bytes, mime_type: str, api: Api, on_progress: OnProgress | None) -> File:
    body = json.dumps({'mimeType': mime_type, 'data': base64.b64encode(whole).decode()})
    file = cast(File, api.post('/tools/upload', body))
    if on_progress is not None:
        on_progress(len(whole), len(whole))
    return file
