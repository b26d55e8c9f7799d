"""Files of a run: downloaded whole or not at all, uploaded once and within their limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from stand_in import SECRET, files, one

from farebox_runner import File, Run, Runner, tool


def runner_of(function: Callable[..., Any]) -> Runner:
    return Runner(tool('acme-tool')(function), secrets=[SECRET], on_error=lambda error, token: None)


def test_a_tool_reads_its_input_and_makes_its_output_also_while_farebox_is_busy_for_a_moment() -> None:
    def upper(run: Run, source: File) -> dict[str, Any]:
        run.outputs[0].put(source.read().upper())
        return {'width': source.width, 'type': source.mime_type}

    with files() as held:
        held.busy = 1
        output = held.output()
        members = {'inputs': [held.input(b'picture', width=7)], 'outputs': [output]}
        reply = one(runner_of(upper), arguments={'source': {'input': 0}}, **members)
        assert reply == {'status': 'succeeded', 'artifacts': [{'put': 0}], 'result': {'width': 7, 'type': 'image/png'}}
        assert held.uploads == {output['put'].removeprefix(held.url): (b'PICTURE', 'image/png')}


def test_an_async_tool_has_the_same_files() -> None:
    async def upper(run: Run, source: File) -> None:
        await run.outputs[0].put_async((await source.read_async()).upper())

    with files() as held:
        members = {'inputs': [held.input(b'a')], 'outputs': [held.output()]}
        reply = one(runner_of(upper), arguments={'source': {'input': 0}}, **members)
        assert (reply['status'], [content for content, _ in held.uploads.values()]) == ('succeeded', [b'A'])


def _twice(run: Run) -> None:
    run.outputs[0].link('https://cdn.acme.example/1.png')
    run.outputs[0].put(b'a')


@pytest.mark.parametrize(
    ('problem', 'work'),
    [
        ('does not have its SHA-256', lambda run: run.inputs[0].read()),
        ('a download ended with status 302', lambda run: run.inputs[1].read()),
        ('output 0 has 101 bytes, at most 100', lambda run: run.outputs[0].put(b'a' * 101)),
        ('must be one of image/png, not image/gif', lambda run: run.outputs[0].put(b'a', 'image/gif')),
        ('output 0 has no file', lambda run: None),
        ('output 0 has a file already', _twice),
        ('an upload ended with status 409', lambda run: run.outputs[1].put(b'a')),
    ],
)
def test_a_run_fails_without_a_bill_and_says_why(problem: str, work: Callable[[Run], Any]) -> None:
    def function(run: Run) -> None:
        work(run)

    with files() as held:
        taken = held.output()
        held.uploads[taken['put'].removeprefix(held.url)] = (b'', None)
        inputs = [held.input(b'a', sha256='0' * 64), held.input(b'a', url=f'{held.url}/moved')]
        reply = one(runner_of(function), inputs=inputs, outputs=[held.output(), taken])
        assert (reply['status'], reply['billed'], problem in reply['message']) == ('failed', False, True)
        assert held.url not in reply['message']
