"""Uploads: sources, types and limits; and resumable uploads, response by response."""

from __future__ import annotations

import base64
import io
import logging
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from blocking import Blocking
from conftest import Play, code_of
from scripted import Scripted, ok, refused

from farebox import Farebox
from farebox._async.parts import AsyncParts
from farebox._files.source import OpenSource
from farebox._sync.api import Api
from farebox._sync.parts import Parts

FILE = {'id': 'file_1'}
LARGE = 12 * 1024 * 1024 + 1
PART = 8 * 1024 * 1024


@pytest.mark.parametrize(
    ('name', 'mime_type'),
    [('a.webp', 'image/webp'), ('a.AVIF', 'image/avif'), ('a.m4a', 'audio/mp4'), ('a.heic', None)],
)
def test_the_type_follows_from_the_extension(tmp_path: Path, name: str, mime_type: str | None) -> None:
    path = tmp_path / name
    path.write_bytes(b'file')
    source = OpenSource(path)
    source.close()
    assert source.mime_type == mime_type


def test_a_path_bytes_and_an_open_file_are_sent_as_base64_with_their_type(play: Play, tmp_path: Path) -> None:
    path = tmp_path / 'Photo.JPG'
    path.write_bytes(b'picture')
    played = play([ok(FILE)] * 5)
    seen: list[tuple[int, int]] = []
    upload = played.client.upload
    assert upload(path, on_progress=lambda *told: seen.append(told)) == FILE
    assert upload(str(path)) == FILE
    with open(path, 'rb') as file:
        assert upload(file) == FILE
        assert not file.closed
    assert upload(b'picture', mime_type='image/jpeg') == FILE
    behind = io.BytesIO(b'xxpicture')
    behind.seek(2)
    assert upload(behind, mime_type='image/jpeg') == FILE
    sent = {(each.asked, each.json['mimeType'], base64.b64decode(each.json['data'])) for each in played.server.heard}
    assert sent == {('POST /tools/upload', 'image/jpeg', b'picture')}
    assert seen == [(7, 7)]


def test_a_pipe_is_read_to_its_end(play: Play) -> None:
    played = play([ok(FILE)])
    read, write = os.pipe()
    os.write(write, b'sound')
    os.close(write)
    with open(read, 'rb', buffering=0) as file:
        assert played.client.upload(file, mime_type='audio/wav') == FILE
    assert base64.b64decode(played.server.heard[0].json['data']) == b'sound'


def test_chunks_are_sent_together_and_refused_above_the_limit(play: Play) -> None:
    played = play([ok(FILE)])

    async def later(chunks: list[bytes]) -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    source: Any = iter if isinstance(played.client, Farebox) else later
    assert played.client.upload(source([b'so', b'und']), mime_type='audio/wav') == FILE
    assert base64.b64decode(played.server.heard[0].json['data']) == b'sound'
    large = source([bytes(PART), bytes(PART)])
    assert code_of(lambda: played.client.upload(large, mime_type='audio/wav')) == 'file_too_large'
    assert len(played.server.heard) == 1


def test_a_source_without_a_type_is_refused_and_nothing_is_sent(play: Play) -> None:
    played = play([])
    assert code_of(lambda: played.client.upload(b'picture')) == 'unsupported_media_type'
    assert played.server.heard == []


def test_a_text_file_and_other_objects_are_refused(play: Play, tmp_path: Path) -> None:
    client = play([]).client
    with pytest.raises(TypeError, match='binary'):
        client.upload(io.StringIO('text'), mime_type='image/png')
    with pytest.raises(TypeError):
        client.upload(17, mime_type='image/png')
    with pytest.raises(FileNotFoundError):
        client.upload(tmp_path / 'none.png')


def test_an_image_is_never_sent_as_a_resumable_upload(play: Play) -> None:
    played = play([])
    assert code_of(lambda: played.client.upload(bytes(LARGE), mime_type='image/png')) == 'file_too_large'
    assert played.server.heard == []


def test_a_large_film_is_sent_in_parts(play: Play, tmp_path: Path) -> None:
    path = tmp_path / 'film.mp4'
    path.write_bytes(bytes(LARGE))
    begun = Scripted(201, '', {'Location': 'https://elsewhere.example/resumable-uploads/a1'})
    stands = ok({'receivedBytes': 0, 'sizeBytes': LARGE})
    whole = ok({'receivedBytes': LARGE, 'sizeBytes': LARGE, 'file': FILE})
    played = play([begun, stands, Scripted(204), Scripted(204), whole])
    seen: list[int] = []
    assert played.client.upload(path, on_progress=lambda sent, _: seen.append(sent)) == FILE
    begin, _, first, second, _ = played.server.heard
    assert begin.headers['upload-metadata'] == f'filetype {base64.b64encode(b"video/mp4").decode()}'
    assert [len(each.body) for each in (first, second)] == [PART, LARGE - PART]
    assert [each.headers['upload-offset'] for each in (first, second)] == ['0', str(PART)]
    assert seen == [0, PART, LARGE, LARGE]


def test_a_failed_upload_is_ended_which_frees_its_storage_quota(play: Play) -> None:
    begun = Scripted(201, '', {'Location': 'https://elsewhere.example/resumable-uploads/a1'})
    played = play([begun, ok({'receivedBytes': 0, 'sizeBytes': 10}), Scripted(204)])
    code = code_of(lambda: played.client.upload(bytes(LARGE), mime_type='video/mp4'))
    assert code == 'file_content_mismatch'
    asked = ['POST /resumable-uploads', 'GET /resumable-uploads/a1', 'DELETE /resumable-uploads/a1']
    assert played.server.asked == asked


def test_the_log_of_httpx_has_no_address_of_an_upload(play: Play, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    begun = Scripted(201, '', {'Location': 'https://elsewhere.example/resumable-uploads/secret'})
    played = play([begun, refused(404, 'upload_not_found'), Scripted(204)])
    assert code_of(lambda: played.client.upload(bytes(LARGE), mime_type='video/mp4')) == 'upload_not_found'
    assert len(played.server.heard) == 3
    urls = [record.getMessage() for record in caplog.records if record.name == 'httpx']
    assert len(urls) == 3
    assert 'secret' not in ''.join(urls)


SIZE = 10
CONFLICT = refused(409, 'upload_offset_conflict')
TAKEN = Scripted(204)


def stands(received: int, **more: Any) -> Scripted:
    return ok({'receivedBytes': received, 'sizeBytes': SIZE, **more})


WHOLE = stands(SIZE, file=FILE)


def sent(play: Play, script: list[Any], content: bytes = b'abcdefghij') -> tuple[str, list[str], list[int]]:
    """The end, the requests, and the progress of an upload that has begun."""
    played = play(script)
    progress: list[int] = []
    api: Any = played.client._api
    kind: Any = Parts if isinstance(api, Api) else AsyncParts
    parts = kind('/resumable-uploads/a1', OpenSource(content), len(content), api, lambda at, _: progress.append(at))
    send = parts.send if kind is Parts else Blocking(parts, played.client._loop).send
    end = code_of(send)
    asked = [
        f'{each.asked.replace("/resumable-uploads/a1", "")}{each.body.decode()}' for each in played.server.heard
    ]
    return end, asked, progress


def test_a_resumable_upload_reads_the_offset_sends_the_rest_and_reads_its_file(play: Play) -> None:
    assert sent(play, [stands(4), TAKEN, WHOLE]) == ('returned', ['GET ', 'PATCH efghij', 'GET '], [4, SIZE, SIZE])


def test_after_a_lost_response_an_upload_continues_from_the_offset_of_the_service(play: Play) -> None:
    end, asked, _ = sent(play, [stands(0), None, CONFLICT, stands(7), TAKEN, WHOLE])
    expected = ['GET ', 'PATCH abcdefghij', 'PATCH abcdefghij', 'GET ', 'PATCH hij', 'GET ']
    assert (end, asked) == ('returned', expected)


ENDS: list[Any] = [
    ('returned', [WHOLE], b'abcdefghij'),
    ('file_content_mismatch', [stands(0)], b'abc'),
    ('upload_not_found', [stands(SIZE)], b'abcdefghij'),
    ('file_content_mismatch', [stands(0), refused(400, 'file_content_mismatch')], b'abcdefghij'),
    ('upload_offset_conflict', [stands(0), CONFLICT] * 20, b'abcdefghij'),
]


@pytest.mark.parametrize(('expected', 'script', 'content'), ENDS)
def test_an_upload_ends_with_its_file_or_says_why_not(play: Play, expected: str, script: Any, content: bytes) -> None:
    assert sent(play, script, content)[0] == expected


def test_upload_urls_are_for_clients_without_a_key(play: Play) -> None:
    location = 'https://elsewhere.example/resumable-uploads/a1'
    played = play([ok({'uploadUrl': 'https://x'}), Scripted(201, '', {'Location': location})])
    assert played.client.upload_url('image/png', size_bytes=7) == {'uploadUrl': 'https://x'}
    assert played.client.begin_upload('video/mp4', LARGE) == location
    assert played.server.heard[0].json == {'mimeType': 'image/png', 'sizeBytes': 7}


def test_event_urls_are_for_pages_without_a_key(play: Play) -> None:
    played = play([ok({'url': 'https://x'}), ok({'url': 'https://y'})])
    assert played.client.event_url('exe_1') == {'url': 'https://x'}
    assert played.client.event_url(tool='image-resize', expires_in_seconds=60) == {'url': 'https://y'}
    asked = [(each.asked, each.json) for each in played.server.heard]
    assert asked == [
        ('POST /tools/event-urls', {'executionId': 'exe_1'}),
        ('POST /tools/event-urls', {'tool': 'image-resize', 'expiresInSeconds': 60}),
    ]


def test_a_file_of_a_url_is_fetched_by_the_service(play: Play) -> None:
    played = play([ok(FILE), refused(400, 'url_not_fetched')])
    url = 'https://files.example.com/photo.jpg'
    assert played.client.upload_from(url, 'image/jpeg') == FILE
    assert code_of(lambda: played.client.upload_from(url, 'image/jpeg')) == 'url_not_fetched'
    assert played.server.asked == ['POST /tools/upload-from-url'] * 2
    assert played.server.heard[0].json == {'url': url, 'mimeType': 'image/jpeg'}
