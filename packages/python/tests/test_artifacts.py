"""Artifacts: a file is written whole and with the right SHA-256, or not at all, and the key is sent to the API alone."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path
from typing import Any

import pytest
from conftest import Play, code_of
from scripted import Scripted, ok

CONTENT = b'a picture' * 20_000


def artifact_in(play: Play, *responses: Any, content: bytes = CONTENT) -> Any:
    """An artifact with the facts of `CONTENT`, whose download gets the responses in turn."""
    played = play([None, *responses])
    script: Any = played.server._script
    script[0] = ok({'url': f'{played.server.base_url}/files/secret?signature=secret', 'expiresAt': ''})
    facts = {'id': 'file_1', 'mimeType': 'image/png', 'sizeBytes': len(content)}
    facts['sha256'] = hashlib.sha256(content).hexdigest()
    execution = {'id': 'exe_1', 'status': 'succeeded', 'output': {'artifacts': [facts]}}
    return played, played.client.artifacts(execution)[0]


def test_an_artifact_is_read_streamed_and_saved(play: Play, tmp_path: Path) -> None:
    played, artifact = artifact_in(play, Scripted(200, CONTENT))
    assert artifact.read() == CONTENT
    api, download = played.server.heard
    assert api.asked == 'GET /tools/executions/exe_1/artifacts/file_1/download'
    assert 'authorization' in api.headers
    assert 'authorization' not in download.headers
    _, artifact = artifact_in(play, Scripted(200, CONTENT))
    assert b''.join(artifact.stream()) == CONTENT
    path = tmp_path / 'picture.png'
    path.write_text('old')
    _, artifact = artifact_in(play, Scripted(200, CONTENT))
    artifact.save(path)
    assert path.read_bytes() == CONTENT
    assert [each.name for each in tmp_path.iterdir()] == ['picture.png']


def test_each_url_of_an_artifact_is_new_and_has_its_expiry(play: Play) -> None:
    later = ok({'url': 'https://files.example/2', 'expiresAt': '2026-11-28T05:05:00.000Z'})
    played, artifact = artifact_in(play, later)
    assert artifact.url() == {'url': f'{played.server.base_url}/files/secret?signature=secret', 'expiresAt': ''}
    assert artifact.url() == {'url': 'https://files.example/2', 'expiresAt': '2026-11-28T05:05:00.000Z'}
    assert {heard.asked for heard in played.server.heard} == {
        'GET /tools/executions/exe_1/artifacts/file_1/download'
    }


def test_an_empty_artifact_is_saved(play: Play, tmp_path: Path) -> None:
    _, artifact = artifact_in(play, Scripted(200, b''), content=b'')
    artifact.save(str(tmp_path / 'empty'))
    assert (tmp_path / 'empty').read_bytes() == b''


def test_the_log_of_httpx_has_no_secret_url(play: Play, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    _, artifact = artifact_in(play, Scripted(200, CONTENT))
    artifact.read()
    assert 'HTTP Request: GET http://127.0.0.1' in caplog.text
    assert 'secret' not in caplog.text


def cut(handler: Any) -> None:
    handler.send_response_only(200)
    handler.send_header('Content-Length', str(len(CONTENT)))
    handler.end_headers()
    handler.wfile.write(CONTENT[:100_000])
    handler.close_connection = True


WRONG = [
    ('artifact_corrupted', Scripted(200, CONTENT[:-1] + b'x')),
    ('artifact_corrupted', Scripted(200, CONTENT + b'x')),
    ('artifact_corrupted', Scripted(200, CONTENT[:-1])),
    ('artifact_unavailable', Scripted(403, '<xml>')),
    ('artifact_unavailable', Scripted(302, '', {'Location': '/elsewhere'})),
    ('network_failed', cut),
    ('network_failed', None),
]


@pytest.mark.parametrize(('code', 'response'), WRONG)
def test_a_file_whose_download_failed_keeps_its_old_content(
    play: Play, tmp_path: Path, code: str, response: Any
) -> None:
    path = tmp_path / 'picture.png'
    path.write_text('old')
    _, artifact = artifact_in(play, response)
    with pytest.raises(Exception) as caught:
        artifact.save(path)
    assert code_of(lambda: (_ for _ in ()).throw(caught.value)) == code
    assert 'secret' not in str(caught.value)
    assert path.read_text() == 'old'
    assert [each.name for each in tmp_path.iterdir()] == ['picture.png']
