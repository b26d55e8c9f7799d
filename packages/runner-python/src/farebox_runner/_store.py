"""Where a runner keeps its runs. A token that was taken once is never taken again, also after a restart of the program."""

from __future__ import annotations

import json
import os
import threading
import time
from pathlib import Path
from typing import Protocol, cast

from ._json import KEEP_SECONDS, Reply

_RUNNING: Reply = {'status': 'running'}


class Store(Protocol):
    """The methods may block, and are called from several threads."""

    def begin(self, token: str) -> bool:
        """Stores that the run is taken, before its work begins. False if the token is stored already: atomic."""
        ...

    def end(self, token: str, reply: Reply) -> None:
        """Stores the end of a run that was taken. An end that is stored stays as it is."""
        ...

    def find(self, token: str) -> Reply | None:
        """`{'status': 'running'}`, the end, or None."""
        ...


class MemoryStore:
    """Forgets all runs at the end of the process, so use it only for tools that are not `idempotent`, and for tests."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._runs: dict[str, tuple[Reply, float]] = {}

    def begin(self, token: str) -> bool:
        with self._lock:
            if token in self._runs:
                return False
            limit = time.time() - KEEP_SECONDS
            self._runs = {each: run for each, run in self._runs.items() if run[1] > limit}
            self._runs[token] = (_RUNNING, time.time())
            return True

    def end(self, token: str, reply: Reply) -> None:
        with self._lock:
            if self._runs.get(token, (None, 0))[0] == _RUNNING:
                self._runs[token] = (reply, time.time())

    def find(self, token: str) -> Reply | None:
        with self._lock:
            return self._runs.get(token, (None, 0.0))[0]


class FolderStore:
    """Keeps runs in a private folder, one file each, for one process at a time. Files are removed after 72 hours."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._folder = Path(folder)
        self._tidied_at = 0.0

    def begin(self, token: str) -> bool:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if time.time() - self._tidied_at > 3600:
            self._tidied_at = time.time()
            self._tidy()
        try:
            _write(self._path(token), _RUNNING)
        except FileExistsError:
            return False
        _sync(self._folder)  # otherwise a power failure can lose the name of the file, and the run would begin again
        return True

    def end(self, token: str, reply: Reply) -> None:
        if self.find(token) != _RUNNING:
            return
        draft = self._folder / f'{token}.draft'
        draft.unlink(missing_ok=True)
        _write(draft, reply)
        draft.rename(self._path(token))

    def find(self, token: str) -> Reply | None:
        try:
            text = self._path(token).read_text('utf-8')
        except FileNotFoundError:
            return None
        return cast(Reply, json.loads(text)) if text else _RUNNING  # empty after a crash before its first bytes

    def _path(self, token: str) -> Path:
        return self._folder / f'{token}.json'  # tokens are safe file names: the runner accepts no others

    def _tidy(self) -> None:
        for path in self._folder.glob('*.json'):
            if path.stat().st_mtime < time.time() - KEEP_SECONDS:
                path.unlink(missing_ok=True)


def _write(path: Path, reply: Reply) -> None:
    """Raises FileExistsError if there is such a file."""
    with open(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), 'w', encoding='utf-8') as file:
        json.dump(reply, file)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    directory = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
