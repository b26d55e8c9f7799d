# Made from `_async` by `npm run generate`; edit that one.
"""Templates: named pipelines of a project, in versions that never change. Run them as `@name`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import cast

from .._generated import Template, TemplateParameter, TemplateStep, TemplateSummary
from .._requests.canonical import canonical
from .._requests.kinds import segment
from .api import Api

_PATH = '/tools/templates'


class Templates:
    def __init__(self, api: Api) -> None:
        self._api = api

    def save(
        self,
        name: str,
        *,
        parameters: Mapping[str, TemplateParameter],
        steps: Sequence[TemplateStep],
        title: str | None = None,
        description: str | None = None,
        activate: bool | None = None,
    ) -> Template:
        """Saves the next version, which becomes active unless `activate` is False.

        If a version has the same content, returns that version.
        """
        optional = {'title': title, 'description': description, 'activate': activate}
        given = {member: value for member, value in optional.items() if value is not None}
        body = canonical({'name': name, 'parameters': parameters, 'steps': steps, **given})
        return cast(Template, self._api.post(_PATH, body))

    def list(self) -> Sequence[TemplateSummary]:
        return cast(Sequence[TemplateSummary], (self._api.get(_PATH))['templates'])

    def get(self, name: str, version: int | None = None) -> Template:
        """Default: the active version, or the latest if none is active."""
        path = _path_of(name) if version is None else f'{_path_of(name)}/{version}'
        return cast(Template, self._api.get(path))

    def activate(self, name: str, version: int) -> Template:
        """From now on `@name` means this version, which may be an earlier one."""
        return cast(Template, self._api.post(f'{_path_of(name)}/activate', json.dumps({'version': version})))

    def archive(self, name: str) -> Template:
        """Removes all versions from the catalog. To offer the template again, save or activate a version."""
        return cast(Template, self._api.post(f'{_path_of(name)}/archive', '{}'))


def _path_of(name: str) -> str:
    return f'{_PATH}/{segment(name)}'
