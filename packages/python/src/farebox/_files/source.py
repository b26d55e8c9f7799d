"""The source of an upload: a path, bytes, or an open file."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Union

from ..errors import FareboxError

BYTES_MAX = 12 * 1024 * 1024
"""The limit of one request. Only sound and video whose size is known may be larger."""
IN_PARTS = frozenset({'audio/wav', 'audio/mpeg', 'audio/mp4', 'video/mp4'})

FileSource = Union[str, 'os.PathLike[str]', bytes, bytearray, memoryview, BinaryIO]
"""A path, bytes, or a file that was opened in binary mode and is read from its position to its end."""

_TYPES: Mapping[str, str] = {
    '.jpg': 'image/jpeg',
    '.jpeg': 'image/jpeg',
    '.png': 'image/png',
    '.wav': 'audio/wav',
    '.mp3': 'audio/mpeg',
    '.mp4': 'video/mp4',
    '.webp': 'image/webp',
    '.avif': 'image/avif',
    '.m4a': 'audio/mp4',
}


class OpenSource:
    """Reads parts of a source. Call `close` at the end: it closes only a file that this class opened."""

    def __init__(self, source: FileSource) -> None:
        self._file, self._is_own = _opened(source)
        self.mime_type = _TYPES.get(Path(_name_of(source)).suffix.lower())
        """By the extension of the file name; None if it says nothing."""
        self._start = self._file.tell() if self._file.seekable() else 0
        self.size = self._file.seek(0, os.SEEK_END) - self._start if self._file.seekable() else None
        """In bytes; None for a stream, such as a pipe."""

    def part(self, offset: int, length: int) -> bytes:
        """Bytes from `offset`. Only for a source of known size."""
        self._file.seek(self._start + offset)
        return _read(self._file, length)

    def whole(self) -> bytes:
        """All bytes. Raises FareboxError `file_too_large` above 12 MiB."""
        whole = _read(self._file, BYTES_MAX + 1) if self.size is None else self.part(0, BYTES_MAX + 1)
        require_within_limit(len(whole))
        return whole

    def close(self) -> None:
        if self._is_own:
            self._file.close()


def require_within_limit(size: int) -> None:
    """Raises FareboxError `file_too_large` above 12 MiB."""
    if size > BYTES_MAX:
        raise FareboxError('file_too_large', details={'bytesMax': BYTES_MAX})


def _opened(source: FileSource) -> tuple[BinaryIO, bool]:
    if isinstance(source, (str, os.PathLike)):
        return open(source, 'rb'), True
    if isinstance(source, (bytes, bytearray, memoryview)):
        return io.BytesIO(source), True
    if hasattr(source, 'read'):
        return source, False
    raise TypeError(f'not a path, bytes or a binary file: {type(source).__name__}')


def _name_of(source: FileSource) -> str:
    named = source if isinstance(source, (str, os.PathLike)) else getattr(source, 'name', '')
    return os.fspath(named) if isinstance(named, (str, os.PathLike)) else ''


def _read(file: BinaryIO, length: int) -> bytes:
    """A raw file or a pipe may return less than it has."""
    parts: list[bytes] = []
    while length > 0:
        part = file.read(length)
        if not isinstance(part, bytes):
            raise TypeError('open the file in binary mode: open(path, "rb")')
        if part == b'':
            break
        parts.append(part)
        length -= len(part)
    return b''.join(parts)
