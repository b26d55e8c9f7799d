"""The resources of the API as typed dictionaries, by the names of the OpenAPI document."""

from ._generated import *  # noqa: F403
from ._generated import __all__ as __all__
