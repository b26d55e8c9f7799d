"""A file that is written whole or not at all: under another name first, renamed at the end."""

from __future__ import annotations

import os
import uuid
from pathlib import Path
from typing import BinaryIO


class Draft:
    """End it by `commit`, or by `discard`, which leaves an older file as it was."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._path = Path(path)
        self._draft = self._path.parent / f'.{uuid.uuid4()}.part'
        self._file: BinaryIO | None = None

    def write(self, chunk: bytes) -> None:
        self._opened().write(chunk)

    def commit(self) -> None:
        """The bytes are on the disk before the name is, so that a power failure leaves no empty file."""
        file = self._opened()
        file.flush()
        os.fsync(file.fileno())
        file.close()
        os.replace(self._draft, self._path)

    def discard(self) -> None:
        """Does nothing after `commit`."""
        if self._file is not None:
            self._file.close()
            self._draft.unlink(missing_ok=True)

    def _opened(self) -> BinaryIO:
        if self._file is None:
            self._file = open(self._draft, 'xb')
        return self._file
