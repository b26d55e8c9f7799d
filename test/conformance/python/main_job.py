"""The main job by both clients: upload, run with progress, download, follow, list, and errors that change nothing.

Arguments: a picture, and a folder for downloads. Prints one line for each client.
"""

import asyncio
import hashlib
import os
import sys
from contextlib import aclosing
from pathlib import Path

from farebox import AsyncFarebox, Farebox, FareboxError, MemoryStore, usd
from farebox.types import TemplateStep

BASE_URL = os.environ["FAREBOX_URL"]
KEY = os.environ["FAREBOX_API_KEY"]
PHOTO = {"source": {"fileId": "file_sample_photo"}}
CEILING = usd("0.05")


def sync_job(picture: Path, folder: Path) -> None:
    with Farebox(BASE_URL, KEY, store=MemoryStore()) as client:
        source = {"fileId": client.upload(picture)["id"]}
        with picture.open("rb") as file:
            assert client.upload(file)["id"] == source["fileId"]
        seen: list[str] = []
        arguments = {"source": source, "width": 20, "format": "webp"}
        quote = client.quote("image-resize", arguments)
        outcome = client.run(
            "image-resize", arguments, ceiling=CEILING, on_progress=lambda state: seen.append(state["status"])
        )
        assert seen[-1] == "succeeded"
        assert 0 < outcome.execution["chargedMicros"] <= quote["maximumChargeMicros"]
        [artifact] = outcome.artifacts
        artifact.save(folder / "small.webp")
        assert hashlib.sha256((folder / "small.webp").read_bytes()).hexdigest() == artifact.sha256
        assert artifact.read() == b"".join(artifact.stream())
        assert artifact.facts.get("width") == 20
        assert artifact.url()["url"].startswith("http")
        assert client.pending() == []

        made = client.execute("image-analyze", PHOTO, ceiling=CEILING, request="sync analysis")
        assert [state["status"] for state in client.events(made["id"])][-1] == "succeeded"
        assert client.execute("image-analyze", PHOTO, ceiling=CEILING, request="sync analysis")["id"] == made["id"]
        assert [each and each["id"] for each in client.get_many(["exe_none", made["id"]])] == [None, made["id"]]
        assert next(client.list(tool="image-analyze", page_size=1))["id"] == made["id"]
        assert [request.name for request in client.pending()] == ["sync analysis"]
        assert [resumed.error for resumed in client.resume_all(CEILING)] == [None]
        assert client.pending() == []

        codes = [code_of(client, "image-resize", {**arguments, "width": -1}), code_of(client, "no-such-tool", {})]
        assert codes == ["invalid_arguments", "tool_not_found"], codes
        assert client.usage()["settledRequests"] >= 2
        assert client.project()["project"]["environment"] == "test"
        assert "image-resize" in [tool["name"] for tool in client.catalog()["tools"]]
        print("sync", outcome.execution["status"])


def code_of(client: Farebox, tool: str, arguments: dict[str, object]) -> str:
    try:
        client.run(tool, arguments, ceiling=CEILING)
    except FareboxError as error:
        return error.code
    return "accepted"


async def async_job(picture: Path, folder: Path) -> None:
    async with AsyncFarebox(BASE_URL, KEY, store=MemoryStore()) as client:
        source = {"fileId": (await client.upload(picture.read_bytes(), mime_type="image/png"))["id"]}
        items = [{"source": source, "width": width} for width in (10, 20)]
        album, outcome = await asyncio.gather(
            client.run_batch("image-resize", items, ceiling=CEILING),
            client.run("image-resize", items[1], ceiling=CEILING, request="async resize"),
        )
        assert album.batch["counts"]["succeeded"] == 2
        assert [result.artifacts[0].facts.get("width") for result in album.results] == [10, 20]
        await album.results[0].artifacts[0].save(folder / "smaller.png")
        assert len(await outcome.artifacts[0].read()) == outcome.artifacts[0].size_bytes
        assert [request.name for request in await client.pending()] == []

        # The stream begins with what is open: an execution that ended before it would never be told.
        ready = asyncio.Event()
        following = asyncio.create_task(ended_analysis(client, ready))
        await ready.wait()
        made = await client.execute("image-analyze", PHOTO, ceiling=CEILING)
        assert await following == made["id"]
        assert (await client.wait(made["id"]))["status"] == "succeeded"
        assert [batch["id"] async for batch in client.batches.list()] == [album.batch["id"]]

        resize: TemplateStep = {"tool": "image-resize", "arguments": {"source": {"$parameter": "photo"}, "width": 12}}
        await client.templates.save("python", parameters={"photo": {"type": "file"}}, steps=[resize])
        run = await client.run("@python", {"photo": source}, ceiling=CEILING)
        assert run.artifacts[0].facts.get("width") == 12
        await client.templates.archive("python")
        print("async", outcome.execution["status"])


async def ended_analysis(client: AsyncFarebox, ready: asyncio.Event) -> str:
    """The id of the next analysis of the project that succeeds."""
    async with aclosing(client.events(tool="image-analyze", on_snapshot=lambda _: ready.set())) as states:
        async for state in states:
            if state["status"] == "succeeded":
                return state["id"]
    raise AssertionError("the stream of a project never ends")


def main(picture: str, folder: str) -> None:
    sync_job(Path(picture), Path(folder))
    asyncio.run(async_job(Path(picture), Path(folder)))


main(*sys.argv[1:])
