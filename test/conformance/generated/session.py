"""The main job through a client that a known generator made from the OpenAPI document: upload, quote, execute, poll, download."""

import base64
import hashlib
import sys
import time
import urllib.request

from farebox_client import AuthenticatedClient
from farebox_client.api.executions import create_execution, download_artifact, get_execution
from farebox_client.api.tools import create_quote
from farebox_client.api.uploads import upload_file
from farebox_client.models import (
    ExecutionRequest,
    ExecutionResponse,
    FileResponse,
    JsonObject,
    QuoteRequest,
    QuoteResponse,
    SucceededExecution,
    DownloadResponse,
    UploadRequest,
    UploadType,
)

POLL_SECONDS = 1
WAIT_SECONDS = 90


def main(base_url: str, key: str, picture: str, idempotency_key: str) -> None:
    client = AuthenticatedClient(base_url=base_url, token=key)
    with open(picture, "rb") as file:
        data = base64.b64encode(file.read()).decode()
    uploaded = upload_file.sync(client=client, body=UploadRequest(mime_type=UploadType.IMAGEPNG, data=data))
    assert isinstance(uploaded, FileResponse), uploaded
    arguments = JsonObject.from_dict({"source": {"fileId": uploaded.data.id}, "width": 20, "format": "webp"})
    quote = create_quote.sync(client=client, body=QuoteRequest(tool="image-resize", arguments=arguments))
    assert isinstance(quote, QuoteResponse), quote
    request = ExecutionRequest(
        tool="image-resize",
        arguments=arguments,
        price_version=quote.data.price_version,
        maximum_charge_micros=quote.data.maximum_charge_micros,
    )
    started = create_execution.sync("image-resize", client=client, body=request, idempotency_key=idempotency_key)
    assert isinstance(started, ExecutionResponse), started
    ended = wait_for(client, started.data.id)
    assert 0 < ended.charged_micros <= quote.data.maximum_charge_micros
    artifact = ended.output.artifacts[0]
    download = download_artifact.sync(ended.id, artifact.id, client=client)
    assert isinstance(download, DownloadResponse), download
    with urllib.request.urlopen(download.data.url) as response:
        assert hashlib.sha256(response.read()).hexdigest() == artifact.sha256
    print(f"{ended.status} {ended.charged_micros}")


def wait_for(client: AuthenticatedClient, execution_id: str) -> SucceededExecution:
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        read = get_execution.sync(execution_id, client=client)
        assert isinstance(read, ExecutionResponse), read
        if isinstance(read.data, SucceededExecution):
            return read.data
        assert read.data.status in ("queued", "running"), read.data
        time.sleep(POLL_SECONDS)
    raise TimeoutError(execution_id)


main(*sys.argv[1:])
