"""Compares bytes that arrive with the size and the SHA-256 of their artifact."""

from __future__ import annotations

import hashlib

from .._generated import File
from ..errors import FareboxError


class Verifier:
    def __init__(self, file: File) -> None:
        self._file = file
        self._digest = hashlib.sha256()
        self._length = 0

    def passed(self, chunk: bytes) -> bytes:
        """Raises FareboxError `artifact_corrupted` once there are more bytes than the artifact has."""
        self._length += len(chunk)
        if self._length > self._file['sizeBytes']:
            raise self._corrupted()
        self._digest.update(chunk)
        return chunk

    def finish(self) -> None:
        """Raises FareboxError `artifact_corrupted` unless all bytes were right."""
        if self._length != self._file['sizeBytes'] or self._digest.hexdigest() != self._file['sha256']:
            raise self._corrupted()

    def _corrupted(self) -> FareboxError:
        expected, size = self._file['sha256'], self._file['sizeBytes']
        reason = f'{self._length} of {size} bytes arrived, or other bytes'
        details = {'expected': expected, 'sizeBytes': size, 'length': self._length, 'reason': reason}
        return FareboxError('artifact_corrupted', details=details)
