"""Resumable uploads of sound and video above 12 MiB, by tus 1.0.0: bytes that arrived before a break are not sent again."""

from __future__ import annotations

import base64
from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from .._files.source import OpenSource
from .._generated import File, ResumableUpload
from .._http.calls import Call
from .._io_async import call
from ..errors import FareboxError
from .api import AsyncApi

PATH = '/resumable-uploads'
_VERSION = {'Tus-Resumable': '1.0.0'}
_PART_BYTES = 8 * 1024 * 1024
_VAIN_MAX = 6
"""How many requests in a row may make no progress."""

OnProgress = Callable[[int, int], None]
"""Called with the bytes that have arrived, and the size of the file."""


async def begin(mime_type: str, size_bytes: int, api: AsyncApi) -> str:
    """The secret URL of the new upload, valid for 24 hours."""
    filetype = base64.b64encode(mime_type.encode()).decode()
    headers = {**_VERSION, 'Upload-Length': str(size_bytes), 'Upload-Metadata': f'filetype {filetype}'}
    reply = await api.send(Call('POST', PATH, headers=headers))
    address = reply.headers.get('Location')
    if address is None or PATH not in address:
        raise FareboxError('unexpected_response', http=201)
    return str(address)


@dataclass(frozen=True)
class AsyncParts:
    """A file that is being sent."""

    path: str
    source: OpenSource
    size: int
    api: AsyncApi
    on_progress: OnProgress | None

    async def send(self) -> File:
        """Continues where the service stands, until it has the file. Raises FareboxError."""
        offset, vain = -1, 0
        while True:
            stands = cast(ResumableUpload, await self.api.get(self.path))
            received = stands['receivedBytes']
            self._told(received)
            if 'file' in stands:
                return stands['file']
            # All bytes have arrived but the file is missing: it was deleted since.
            if received == stands['sizeBytes']:
                raise FareboxError('upload_not_found', http=404)
            if stands['sizeBytes'] != self.size:
                raise FareboxError('file_content_mismatch', details={'sizeBytes': stands['sizeBytes']})
            vain = 0 if received > offset else vain + 1
            if vain > _VAIN_MAX:
                raise FareboxError('upload_offset_conflict', http=409)
            offset = await self._sent_from(received)

    async def _sent_from(self, offset: int) -> int:
        """Sends bytes until the end or an error, without reading the offset again. Returns the new offset."""
        while offset < self.size:
            part = await call(self.source.part, offset, _PART_BYTES)
            if not part:
                raise FareboxError('file_content_mismatch', details={'reason': 'the file became shorter'})
            headers = {**_VERSION, 'Upload-Offset': str(offset), 'Content-Type': 'application/offset+octet-stream'}
            try:
                await self.api.send(Call('PATCH', self.path, content=part, headers=headers))
            except FareboxError as error:
                # The bytes of an earlier request, whose response was lost, have arrived at least in part.
                if error.code == 'upload_offset_conflict':
                    return offset
                raise
            offset += len(part)
            self._told(offset)
        return offset

    def _told(self, sent: int) -> None:
        if self.on_progress is not None:
            self.on_progress(sent, self.size)


async def upload_in_parts(
    source: OpenSource, mime_type: str, size: int, api: AsyncApi, on_progress: OnProgress | None
) -> File:
    """An upload that fails is ended, which frees its part of the storage quota."""
    address = await begin(mime_type, size, api)
    path = address[address.index(PATH) :]
    try:
        return await AsyncParts(path, source, size, api, on_progress).send()
    except BaseException:
        try:
            await api.send(Call('DELETE', path, headers=_VERSION, attempts_max=1))
        except FareboxError:
            pass  # it ends by itself after 24 hours
        raise
