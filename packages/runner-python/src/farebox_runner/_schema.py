"""Type hints of a function → the `input` of a manifest. Everything has a bound, as manifests demand."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from ._files import File
from ._json import JsonObject
from ._run import Run


@dataclass(frozen=True)
class Bounds:
    """`Annotated[int, Bounds(1, 10)]`: the least and the greatest value of a number."""

    least: float
    most: float


@dataclass(frozen=True)
class MaxLength:
    """`Annotated[str, MaxLength(200)]`: the most characters of a text, and optionally a pattern from `^` to `$`."""

    characters: int
    pattern: str | None = None


@dataclass(frozen=True)
class MaxItems:
    """`Annotated[list[str], MaxItems(4)]`: the most elements of a list."""

    items: int


@dataclass(frozen=True)
class Tool:
    name: str
    function: Callable[..., Any]
    input: JsonObject
    """The member `input` of the manifest."""
    run_parameter: str | None
    """The parameter that takes the Run itself."""


def tool(name: str) -> Callable[[Callable[..., Any]], Tool]:
    """Makes a function a tool. Its parameters are the arguments; raises TypeError for one without a bound."""

    def decorate(function: Callable[..., Any]) -> Tool:
        hints = get_type_hints(function, include_extras=True)
        properties: JsonObject = {}
        required: list[str] = []
        run_parameter: str | None = None
        for parameter in inspect.signature(function).parameters.values():
            hint = hints.get(parameter.name)
            if hint is Run:
                run_parameter = parameter.name
                continue
            schema = _schema_of(hint, f'{name}: the parameter {parameter.name}')
            if parameter.default is inspect.Parameter.empty:
                required.append(parameter.name)
            elif parameter.default is not None:
                schema['default'] = parameter.default
            properties[parameter.name] = schema
        input = {'type': 'object', 'additionalProperties': False, 'required': required, 'properties': properties}
        return Tool(name, function, input, run_parameter)

    return decorate


def _schema_of(hint: Any, where: str) -> JsonObject:
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType) and len(arguments) == 2 and type(None) in arguments:
        return _schema_of(next(each for each in arguments if each is not type(None)), where)
    if origin is Annotated:
        return _bounded(arguments[0], arguments[1], where)
    if hint is File:
        return {'$ref': 'farebox:file'}
    if hint is bool:
        return {'type': 'boolean'}
    if origin is Literal:
        return {'enum': list(arguments)}
    raise TypeError(f'{where} must be {_advice(hint, origin)}')


def _bounded(hint: Any, bound: object, where: str) -> JsonObject:
    if hint in (int, float) and isinstance(bound, Bounds):
        return {'type': 'integer' if hint is int else 'number', 'minimum': bound.least, 'maximum': bound.most}
    if hint is str and isinstance(bound, MaxLength):
        pattern = {} if bound.pattern is None else {'pattern': bound.pattern}
        return {'type': 'string', 'maxLength': bound.characters, **pattern}
    if get_origin(hint) is list and isinstance(bound, MaxItems):
        return {'type': 'array', 'maxItems': bound.items, 'items': _schema_of(get_args(hint)[0], f'{where}, an element,')}
    raise TypeError(f'{where} must be {_advice(hint, get_origin(hint))}')


def _advice(hint: Any, origin: Any) -> str:
    if hint in (int, float):
        return f'Annotated[{hint.__name__}, Bounds(1, 10)]'
    if hint is str:
        return 'Annotated[str, MaxLength(200)], or Literal["a", "b"]'
    if hint is list or origin is list:
        return 'Annotated[list[…], MaxItems(4)]'
    return 'File, bool, Literal, or Annotated with Bounds, MaxLength or MaxItems'
