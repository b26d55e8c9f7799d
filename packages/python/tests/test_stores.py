"""The contract of every store, and a directory that several processes share at the same time."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from farebox import FileStore, MemoryStore, PaidRequest, RequestStore


def stored(name: str) -> PaidRequest:
    return PaidRequest(
        kind='execution',
        name=name,
        idempotency_key=f'sdk_{name}',
        tool='a-tool',
        arguments='{"n":1}',
        created_at='2026-11-22T00:00:00.000Z',
    )


@pytest.fixture(params=['memory', 'file'])
def reopened(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], RequestStore]:
    """Opens the store again, as the next process would."""
    memory = MemoryStore()
    return (lambda: memory) if request.param == 'memory' else (lambda: FileStore(tmp_path / 'a' / 'requests'))


def test_a_store_keeps_the_first_request_of_a_name_until_it_is_replaced_or_removed(
    reopened: Callable[[], RequestStore],
) -> None:
    assert list(reopened().list()) == []
    first = stored('order/17 ü')
    assert reopened().add(first) is first
    assert reopened().add(replace(first, idempotency_key='sdk_another')) == first
    reopened().add(stored('other'))
    accepted = replace(first, body='{}', accepted_id='exe_1', ended_at='2026-11-23T00:00:00.000Z')
    reopened().save(accepted)
    assert reopened().add(first) == accepted
    assert sorted(each.name for each in reopened().list()) == ['order/17 ü', 'other']
    reopened().remove('other')
    reopened().remove('never there')
    assert list(reopened().list()) == [accepted]
    reopened().remove(first.name)
    assert list(reopened().list()) == []


def test_a_file_is_that_of_the_other_clients_and_only_this_account_may_read_it(tmp_path: Path) -> None:
    folder = tmp_path / 'requests'
    FileStore(folder).add(replace(stored('one'), kind='batch'))
    path = folder / f'{hashlib.sha256(b"one").hexdigest()}.json'
    assert json.loads(path.read_text()) == {
        'kind': 'batch',
        'name': 'one',
        'idempotencyKey': 'sdk_one',
        'tool': 'a-tool',
        'arguments': '{"n":1}',
        'body': None,
        'batchId': None,
        'createdAt': '2026-11-22T00:00:00.000Z',
    }
    assert (path.stat().st_mode & 0o777, folder.stat().st_mode & 0o777) == (0o600, 0o700)
    assert [each.name for each in folder.iterdir()] == [path.name]


def test_a_stored_request_without_a_kind_is_an_execution(tmp_path: Path) -> None:
    record = {name: value for name, value in stored('one').to_record().items() if name != 'kind'}
    (tmp_path / 'one.json').write_text(json.dumps(record))
    assert FileStore(tmp_path).list() == [stored('one')]


def test_a_file_that_is_no_request_is_an_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / 'one.json').write_text('{"na')
    with pytest.raises(ValueError, match='one.json is no stored request'):
        FileStore(tmp_path).list()


def test_adds_of_one_name_at_the_same_time_return_the_same_request(tmp_path: Path) -> None:
    requests = [replace(stored('one'), created_at=f'2026-11-22T00:00:0{n}.000Z') for n in range(8)]
    with ThreadPoolExecutor(8) as threads:
        added = list(threads.map(FileStore(tmp_path).add, requests))
    assert len({each.created_at for each in added}) == 1
    assert FileStore(tmp_path).list() == [added[0]]


OTHER = """
import sys
from farebox import FileStore, PaidRequest
store = FileStore(sys.argv[1])
for _ in range(20):
    for name in sys.argv[2:]:
        store.add(PaidRequest('execution', name, f'sdk_{name}', 'a-tool', '{"n":1}', '2026-11-22T00:00:00.000Z'))
        store.remove(name)
"""


def beside(folder: Path, names: list[str], act: Callable[[], None]) -> int:
    """Lets another process add and remove requests of these names meanwhile. Returns how often `act` ran."""
    other = subprocess.Popen([sys.executable, '-c', OTHER, str(folder), *names], env={'PYTHONPATH': os.pathsep.join(sys.path)})
    acts = 0
    while other.poll() is None:
        act()
        acts += 1
    assert other.returncode == 0
    return acts


def test_the_list_has_every_stored_request_whatever_another_process_does_meanwhile(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    store.add(stored('stays'))
    names = [f'passes-{n}' for n in range(5)]

    def act() -> None:
        listed = {each.name for each in store.list()}
        assert 'stays' in listed
        assert listed <= {'stays', *names}

    assert beside(tmp_path, names, act) > 0


def test_add_stores_the_request_or_returns_the_existing_one_whatever_another_process_does(tmp_path: Path) -> None:
    store = FileStore(tmp_path)

    def act() -> None:
        assert store.add(stored('one')) == stored('one')
        store.remove('one')

    assert beside(tmp_path, ['one'], act) > 0


def test_add_raises_if_the_file_of_a_name_can_be_neither_read_nor_replaced(tmp_path: Path) -> None:
    path = tmp_path / f'{hashlib.sha256(b"one").hexdigest()}.json'
    path.symlink_to(tmp_path / 'nowhere')
    assert FileStore(tmp_path).list() == []
    with pytest.raises(OSError, match='nothing was sent'):
        FileStore(tmp_path).add(stored('one'))
    assert [each.name for each in tmp_path.iterdir()] == [path.name]
