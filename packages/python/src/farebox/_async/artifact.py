"""An artifact of an execution: its metadata, and its bytes, which are verified during the download."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from .._files.draft import Draft
from .._files.verified import Verifier
from .._generated import Download, Execution, File
from .._http.calls import HiddenUrl
from .._io_async import call
from .._requests.kinds import segment
from ..errors import FareboxError
from .api import NETWORK_ERRORS, AsyncApi, network_failure


class AsyncArtifact:
    """`facts` has everything that the API says about the file, such as its width or duration."""

    def __init__(self, execution_id: str, facts: File, api: AsyncApi) -> None:
        self.facts = facts
        self.id = facts['id']
        self.mime_type = facts['mimeType']
        self.size_bytes = facts['sizeBytes']
        self.sha256 = facts['sha256']
        self._path = f'/tools/executions/{segment(execution_id)}/artifacts/{segment(self.id)}/download'
        self._api = api

    def __repr__(self) -> str:
        return f'{type(self).__name__}({self.id!r}, {self.mime_type!r}, {self.size_bytes} bytes)'

    async def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the whole verified artifact to `path`, or leaves the file there as it was. Raises FareboxError."""
        draft = Draft(path)
        try:
            async with aclosing(self.stream()) as chunks:
                async for chunk in chunks:
                    await call(draft.write, chunk)
            await call(draft.commit)
        finally:
            await call(draft.discard)

    async def read(self) -> bytes:
        """The whole artifact, verified. Raises FareboxError."""
        whole = bytearray()
        async for chunk in self.stream():
            whole += chunk
        return bytes(whole)

    async def url(self) -> Download:
        """A new download URL and its `expiresAt`, at most five minutes from now, for a page or another program.

        It needs no key: everybody who has the URL can read the file. Raises FareboxError.
        """
        download: Download = await self._api.get(self._path)
        return download

    async def stream(self) -> AsyncGenerator[bytes, None]:
        """The bytes as they arrive. Raises FareboxError `artifact_corrupted` at the end if they were not right.

        The API key is sent to the API only: the request to the download URL has no header of ours.
        """
        url = (await self.url())['url']
        verifier, address = Verifier(self.facts), f'GET {HiddenUrl(url)}'
        http = self._api.http
        try:
            request = http.build_request('GET', url, timeout=self._api.timeout_seconds)
            request.url = HiddenUrl(request.url)
            async with aclosing(await http.send(request, stream=True, follow_redirects=False)) as response:
                if not response.is_success:
                    raise FareboxError('artifact_unavailable', http=response.status_code, address=address)
                async for chunk in response.aiter_bytes():
                    yield verifier.passed(chunk)
        except NETWORK_ERRORS as error:
            raise network_failure(error, address).error from error
        verifier.finish()


def artifacts_of(execution: Execution, api: AsyncApi) -> Sequence[AsyncArtifact]:
    return [AsyncArtifact(execution['id'], file, api) for file in execution['output']['artifacts']]
