"""The client: one method for each function of the API, and `run` for a complete purchase."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, cast

import httpx

from .._generated import (
    Catalog,
    EventUrl,
    Execution,
    ExecutionStatus,
    ExecutionSummary,
    File,
    Project,
    Quote,
    ResumableType,
    UploadType,
    UploadUrl,
    Usage,
)
from .._http.deadline import Deadline
from .._http.required import required_address, required_key
from .._http.server_events import EventsSnapshot
from .._requests.asked import require_arguments
from .._requests.canonical import canonical
from .._requests.kinds import segment
from .._requests.store import MemoryStore, RequestStore
from .api import AsyncApi
from .artifact import AsyncArtifact, artifacts_of
from .batches import AsyncBatches
from .events import execution_events, project_events
from .listing import pages_of
from .parts import OnProgress, begin
from .purchases import AsyncPurchases
from .templates import AsyncTemplates
from .upload import AsyncSource, upload
from .wait import wait_for


class AsyncFarebox(AsyncPurchases):
    """A client of one API key. Use it in a `with` block, or call `aclose`. All methods raise FareboxError."""

    batches: AsyncBatches
    templates: AsyncTemplates
    """Named pipelines of the project."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        store: RequestStore | None = None,
        timeout: float = 30,
        attempts_max: int = 6,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        """`store` keeps paid requests from before they are sent; memory, the default, does not survive a crash.

        `timeout` is that of one attempt, in seconds. `attempts_max` is for one request whose errors are retryable.
        A client that is given as `http` is not closed. Raises ValueError for a base URL or key that cannot be used.
        """
        address, key = required_address(base_url), required_key(api_key)
        self._owned = httpx.AsyncClient() if http is None else None
        client = cast(httpx.AsyncClient, self._owned if http is None else http)
        self._api = AsyncApi(address, key, client, timeout, attempts_max)
        self._store: RequestStore = MemoryStore() if store is None else store
        self.batches = AsyncBatches(self._api)
        self.templates = AsyncTemplates(self._api)

    async def aclose(self) -> None:
        if self._owned is not None:
            await self._owned.aclose()

    async def __aenter__(self) -> AsyncFarebox:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()

    async def quote(self, tool: str, arguments: Mapping[str, object]) -> Quote:
        """Free; reserves nothing."""
        require_arguments('execution', arguments)
        return cast(Quote, await self._post('/tools/quote', {'tool': tool, 'arguments': arguments}))

    async def upload(
        self, source: AsyncSource, *, mime_type: UploadType | None = None, on_progress: OnProgress | None = None
    ) -> File:
        """Uploads a path, bytes, a binary file or chunks. Sound and video above 12 MiB use a resumable upload.

        `mime_type` is required if no file name tells it. Chunks and pipes, whose size is not known, may have 12 MiB.
        """
        return await upload(source, mime_type, self._api, on_progress)

    async def upload_from(self, url: str, mime_type: UploadType) -> File:
        """Lets the service fetch a file of at most 12 MiB from an https URL on the internet.

        Raises FareboxError `url_not_fetched` with `details['reason']` if it cannot.
        """
        return cast(File, await self._post('/tools/upload-from-url', {'url': url, 'mimeType': mime_type}))

    async def upload_url(
        self,
        mime_type: UploadType,
        *,
        size_bytes: int | None = None,
        size_bytes_max: int | None = None,
        sha256: str | None = None,
        expires_in_seconds: int | None = None,
    ) -> UploadUrl:
        """An upload URL for a client without a key, such as a web page. It accepts one file."""
        facts = {'sizeBytes': size_bytes, 'sizeBytesMax': size_bytes_max, 'sha256': sha256}
        optional = {**facts, 'expiresInSeconds': expires_in_seconds}
        given = {name: value for name, value in optional.items() if value is not None}
        return cast(UploadUrl, await self._post('/tools/upload-urls', {'mimeType': mime_type, **given}))

    async def begin_upload(self, mime_type: ResumableType, size_bytes: int) -> str:
        """The secret URL of a new resumable upload above 12 MiB, for a client without a key. Valid for 24 hours."""
        return await begin(mime_type, size_bytes, self._api)

    async def get(self, id: str) -> Execution:
        return cast(Execution, await self._api.get(f'/tools/executions/{segment(id)}'))

    async def get_many(self, ids: Sequence[str]) -> Sequence[Execution | None]:
        """Reads up to 100 executions with one request; None for ids that do not exist."""
        read = await self._post('/tools/executions/read', {'ids': [*ids]})
        found = {execution['id']: execution for execution in read['executions']}
        return [found.get(id) for id in ids]

    async def wait(
        self,
        id: str,
        *,
        on_progress: Callable[[Execution], None] | None = None,
        through_review: bool = False,
        timeout: float | None = None,
    ) -> Execution:
        """Waits until the execution has ended or is under review, which may take days.

        Raises `wait_timed_out` after `timeout` seconds; the execution continues.
        """
        return await wait_for(await self.get(id), self._api, on_progress, through_review, Deadline.after(timeout))

    def events(
        self,
        id: str | None = None,
        *,
        tool: str | None = None,
        after: str | None = None,
        on_position: Callable[[str], None] | None = None,
        on_snapshot: Callable[[EventsSnapshot], None] | None = None,
    ) -> AsyncGenerator[Execution, None]:
        """The states of the execution `id`: the first comes at once, and the iterator ends after the last.

        Without `id`, the states of all executions of the project: first those that are open, then every change,
        without end; a state may be repeated. `on_position` is called once everything before a position was consumed,
        and `after=position` continues there, also in another process. `tool` and the callbacks are for the project.
        """
        if id is None:
            return project_events(self._api, tool, after, on_position, on_snapshot)
        if (tool, after, on_position, on_snapshot) != (None, None, None, None):
            raise TypeError('tool, after, on_position and on_snapshot are for the events of the project')
        return execution_events(id, self._api)

    async def event_url(
        self,
        execution_id: str | None = None,
        *,
        batch_id: str | None = None,
        tool: str | None = None,
        expires_in_seconds: int | None = None,
    ) -> EventUrl:
        """A secret URL for the `EventSource` of a page: the stream of one execution, one batch, or the project.

        It is valid for 15 minutes at most. `tool` filters the stream of the project.
        """
        optional = {
            'executionId': execution_id,
            'batchId': batch_id,
            'tool': tool,
            'expiresInSeconds': expires_in_seconds,
        }
        given = {name: value for name, value in optional.items() if value is not None}
        return cast(EventUrl, await self._post('/tools/event-urls', given))

    async def cancel(self, id: str) -> Execution:
        """Cancels the execution. Costs that have arisen so far are charged. The end of a wait does not cancel."""
        return cast(Execution, await self._post(f'/tools/executions/{segment(id)}/cancel', {}))

    def list(
        self, *, status: ExecutionStatus | None = None, tool: str | None = None, page_size: int = 100
    ) -> AsyncGenerator[ExecutionSummary, None]:
        """Executions of the project, newest first."""
        filters = {'limit': page_size, 'status': status, 'tool': tool}
        return pages_of('/tools/executions', 'executions', filters, self._api)

    def artifacts(self, execution: Execution) -> Sequence[AsyncArtifact]:
        return artifacts_of(execution, self._api)

    async def catalog(self) -> Catalog:
        return cast(Catalog, await self._api.get('/tools'))

    async def project(self) -> Project:
        return cast(Project, await self._api.get('/tools/project'))

    async def usage(self) -> Usage:
        """Usage in the current calendar month (UTC)."""
        return cast(Usage, await self._api.get('/tools/usage'))

    async def _post(self, path: str, body: Mapping[str, Any]) -> Any:
        return await self._api.post(path, canonical(body))
