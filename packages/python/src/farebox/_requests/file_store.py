"""Stores paid requests in a directory, one file each. After a crash a file has the old or the new content, never a part."""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from collections.abc import Sequence
from pathlib import Path

from .paid_request import PaidRequest

_ADD_ATTEMPTS_MAX = 100
"""An attempt fails only if another process added the name and removed it again since."""


class FileStore:
    """Several processes may share the directory, also those that use `fileStore` of `@farebox/sdk`."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """`folder` is a private directory of this account; created if missing."""
        self._folder = Path(folder).absolute()

    def add(self, request: PaidRequest) -> PaidRequest:
        draft = self._written(request)
        path = self._path_of(request.name)
        try:
            for _ in range(_ADD_ATTEMPTS_MAX):
                there = request if _is_linked(draft, path) else _read(path)
                if there is None:
                    continue  # another process removed it between link and read
                self._sync()
                return there
            raise OSError(f'{path} can be neither written nor read; nothing was sent')
        finally:
            draft.unlink(missing_ok=True)

    def save(self, request: PaidRequest) -> None:
        os.replace(self._written(request), self._path_of(request.name))
        self._sync()

    def remove(self, name: str) -> None:
        self._path_of(name).unlink(missing_ok=True)

    def list(self) -> Sequence[PaidRequest]:
        self._make_folder()
        names = sorted(name for name in os.listdir(self._folder) if name.endswith('.json'))
        found = [_read(self._folder / name) for name in names]
        return [request for request in found if request is not None]

    def _path_of(self, name: str) -> Path:
        return self._folder / f'{hashlib.sha256(name.encode()).hexdigest()}.json'

    def _make_folder(self) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def _written(self, request: PaidRequest) -> Path:
        """The path of a new draft whose bytes are on the disk."""
        self._make_folder()
        draft = self._folder / f'{uuid.uuid4()}.draft'
        text = json.dumps(request.to_record(), ensure_ascii=False)
        try:
            with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), 'wb') as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        return draft

    def _sync(self) -> None:
        """Without this, a power failure can lose the name of a new file. Windows cannot open a directory."""
        if os.name == 'nt':
            return
        directory = os.open(self._folder, os.O_RDONLY)
        try:
            os.fsync(directory)
        finally:
            os.close(directory)


def _is_linked(draft: Path, path: Path) -> bool:
    """False if the file exists: unlike a rename, a hard link never replaces a file."""
    try:
        os.link(draft, path)
    except FileExistsError:
        return False
    return True


def _read(path: Path) -> PaidRequest | None:
    """None if the file does not exist. Raises ValueError if it has anything else than a paid request."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    try:
        return PaidRequest.from_record(json.loads(text))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f'{path} is no stored request: {error!r}') from error
