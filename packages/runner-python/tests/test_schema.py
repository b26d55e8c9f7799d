"""Type hints → the input of a manifest, in which everything has a bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, List, Literal, Optional

import pytest

from farebox_runner import Bounds, File, MaxItems, MaxLength, Run, tool


def test_each_type_hint_has_its_schema() -> None:
    @tool('acme-tool')
    async def function(
        run: Run,
        source: File,
        width: Annotated[int, Bounds(1, 4000)],
        share: Annotated[float, Bounds(0, 1)] = 0.5,
        title: Annotated[str, MaxLength(20, '^[a-z]*$')] = '',
        languages: Annotated[List[Literal['en', 'de']], MaxItems(2)] = ['en'],  # noqa: B006
        masks: Optional[Annotated[list[File], MaxItems(3)]] = None,
        hd: bool = False,
    ) -> None: ...

    assert function.input == {
        'type': 'object',
        'additionalProperties': False,
        'required': ['source', 'width'],
        'properties': {
            'source': {'$ref': 'farebox:file'},
            'width': {'type': 'integer', 'minimum': 1, 'maximum': 4000},
            'share': {'type': 'number', 'minimum': 0, 'maximum': 1, 'default': 0.5},
            'title': {'type': 'string', 'maxLength': 20, 'pattern': '^[a-z]*$', 'default': ''},
            'languages': {'type': 'array', 'maxItems': 2, 'items': {'enum': ['en', 'de']}, 'default': ['en']},
            'masks': {'type': 'array', 'maxItems': 3, 'items': {'$ref': 'farebox:file'}},
            'hd': {'type': 'boolean', 'default': False},
        },
    }


def _text(text: str) -> None: ...
def _number(size: int) -> None: ...
def _list(all: Annotated[list[str], MaxItems(3)]) -> None: ...
def _open(all: list[bool]) -> None: ...
def _object(options: dict[str, Any]) -> None: ...
def _bare(source) -> None: ...  # type: ignore[no-untyped-def]  # pyright: ignore
def _mixed(size: Annotated[int, MaxLength(3)]) -> None: ...


@pytest.mark.parametrize(
    ('function', 'advice'),
    [
        (_text, 'the parameter text must be Annotated[str, MaxLength(200)]'),
        (_number, 'the parameter size must be Annotated[int, Bounds(1, 10)]'),
        (_list, 'the parameter all, an element, must be Annotated[str, MaxLength(200)]'),
        (_open, 'the parameter all must be Annotated[list[…], MaxItems(4)]'),
        (_object, 'the parameter options must be File, bool, Literal'),
        (_bare, 'the parameter source must be File, bool, Literal'),
        (_mixed, 'the parameter size must be Annotated[int, Bounds(1, 10)]'),
    ],
)
def test_a_parameter_without_a_bound_is_refused_with_advice(function: Callable[..., Any], advice: str) -> None:
    with pytest.raises(TypeError) as raised:
        tool('acme-tool')(function)
    assert str(raised.value).startswith(f'acme-tool: {advice}')
