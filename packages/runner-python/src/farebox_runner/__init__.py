"""Makes functions a runner: the program that does the work of tools which a Farebox sells."""

from ._failed import RunFailed
from ._files import File, Output
from ._pull import KeyRefused, pull
from ._run import Limits, Outcome, Run
from ._runner import Runner
from ._schema import Bounds, MaxItems, MaxLength, Tool, tool
from ._serve import serve
from ._signature import sign, verify
from ._store import FolderStore, MemoryStore, Store

__version__ = '0.3.0'

__all__ = [
    'Bounds',
    'File',
    'FolderStore',
    'KeyRefused',
    'Limits',
    'MaxItems',
    'MaxLength',
    'MemoryStore',
    'Outcome',
    'Output',
    'Run',
    'RunFailed',
    'Runner',
    'Store',
    'Tool',
    'pull',
    'serve',
    'sign',
    'tool',
    'verify',
]
