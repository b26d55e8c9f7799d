"""Clients that kill themselves, each at another contact with the outside, and are then restarted as if nobody had noticed.

A contact is a write to the store, a request or a response. Argument: the folder of the stores. FAREBOX_KEYS has the API
key of each mode as JSON. Every other client names its request; the others resume from their store. Prints a JSON object
for each client: mode, contact, whether it was killed, and the id of its paid execution or batch.
"""

import asyncio
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any

import httpx

from farebox import AsyncFarebox, Farebox, FileStore, PaidRequest, usd

BASE_URL = os.environ["FAREBOX_URL"]
KEYS = json.loads(os.environ["FAREBOX_KEYS"])
CONTACTS_MAX = 16
"""At least the contacts of a purchase; a client with a higher number survives."""
WORKERS = 16
CEILING = usd("0.05")
INPUT = {"source": {"fileId": "file_sample_photo"}}
TLS = httpx.create_ssl_context()


class Contacts:
    """Kills this process at contact `at`; 0: it survives."""

    def __init__(self, at: int) -> None:
        self._left = at

    def __call__(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


class DyingStore(FileStore):
    def __init__(self, folder: str, contact: Contacts) -> None:
        super().__init__(folder)
        self._contact = contact

    def add(self, request: PaidRequest) -> PaidRequest:
        self._contact()
        added = super().add(request)
        self._contact()
        return added

    def save(self, request: PaidRequest) -> None:
        self._contact()
        super().save(request)
        self._contact()


class DyingTransport(httpx.HTTPTransport):
    def __init__(self, contact: Contacts) -> None:
        super().__init__(verify=TLS)
        self._contact = contact

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self._contact()
        response = super().handle_request(request)
        self._contact()
        return response


class AsyncDyingTransport(httpx.AsyncHTTPTransport):
    def __init__(self, contact: Contacts) -> None:
        super().__init__(verify=TLS)
        self._contact = contact

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        self._contact()
        response = await super().handle_async_request(request)
        self._contact()
        return response


def sync_life(what: str, key: str, store: FileStore, contact: Contacts, name: str | None) -> Any:
    with httpx.Client(transport=DyingTransport(contact)) as http:
        client = Farebox(BASE_URL, key, store=store, http=http)
        unfinished = [] if name else client.pending()
        if unfinished:
            return client.resume(unfinished[0], ceiling=CEILING)
        if what == "batch":
            return client.run_batch("image-analyze", [INPUT], ceiling=CEILING, request=name)
        return client.run("image-analyze", INPUT, ceiling=CEILING, request=name)


async def async_life(what: str, key: str, store: FileStore, contact: Contacts, name: str | None) -> Any:
    async with httpx.AsyncClient(transport=AsyncDyingTransport(contact)) as http:
        client = AsyncFarebox(BASE_URL, key, store=store, http=http)
        unfinished = [] if name else await client.pending()
        if unfinished:
            return await client.resume(unfinished[0], ceiling=CEILING)
        if what == "batch":
            return await client.run_batch("image-analyze", [INPUT], ceiling=CEILING, request=name)
        return await client.run("image-analyze", INPUT, ceiling=CEILING, request=name)


def life(mode: str, folder: str, at: int, name: str | None) -> str:
    """The id of what was paid."""
    kind, what = mode.split()
    contact = Contacts(at)
    given = (what, KEYS[mode], DyingStore(folder, contact), contact, name)
    outcome = sync_life(*given) if kind == "sync" else asyncio.run(async_life(*given))
    if what == "run":
        return str(outcome.execution["id"])
    assert outcome.batch["counts"]["succeeded"] == len(outcome.results) == 1, outcome.batch
    return str(outcome.batch["id"])


def in_child(act: Callable[[], str]) -> tuple[bool, str]:
    """Whether the child was killed, and the text that it returned before."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            os.write(write, act().encode())
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    os.close(write)
    with open(read, "rb") as pipe:
        told = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    assert status in (0, signal.SIGKILL), f"a client ended with status {status}"
    return status != 0, told


def lives(mode: str, at: int, folder: str) -> dict[str, Any]:
    store = os.path.join(folder, f"{mode} {at}")
    name = f"{mode} killed at {at}" if at % 2 == 0 else None
    killed, first = in_child(lambda: life(mode, store, at, name))
    if not killed and name is None:
        return {"mode": mode, "at": at, "killed": False, "id": first}
    _, again = in_child(lambda: life(mode, store, 0, name))
    assert first in ("", again), f"{mode} {at} paid {first} and {again}"
    return {"mode": mode, "at": at, "killed": killed, "id": again}


def main(folder: str) -> None:
    todo = [(mode, at) for at in range(1, CONTACTS_MAX + 1) for mode in KEYS]

    def worker(number: int) -> str:
        for mode, at in todo[number::WORKERS]:
            # One write, so that the lines of several workers do not mix.
            os.write(1, (json.dumps(lives(mode, at, folder)) + "\n").encode())
        return ""

    workers = []
    for number in range(WORKERS):
        child = os.fork()
        if child == 0:
            code = 1
            try:
                worker(number)
                code = 0
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(code)
        workers.append(child)
    statuses = [os.waitpid(child, 0)[1] for child in workers]
    sys.exit(1 if any(statuses) else 0)


main(sys.argv[1])
