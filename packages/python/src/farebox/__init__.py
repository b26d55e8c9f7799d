"""Runs paid tools of a Farebox, and never pays twice.

`Farebox` and `AsyncFarebox` have the same methods. Every error is a `FareboxError`.
"""

from ._async.artifact import AsyncArtifact
from ._async.batches import AsyncBatches
from ._async.client import AsyncFarebox
from ._async.run import AsyncBatchOutcome, AsyncBatchResult, AsyncOutcome, AsyncResumed
from ._async.templates import AsyncTemplates
from ._generated import VERSION as __version__
from ._http.server_events import EventsSnapshot
from ._requests.file_store import FileStore
from ._requests.paid_request import PaidRequest
from ._requests.store import MemoryStore, RequestStore
from ._sync.artifact import Artifact
from ._sync.batches import Batches
from ._sync.client import Farebox
from ._sync.run import BatchOutcome, BatchResult, Outcome, Resumed
from ._sync.templates import Templates
from .errors import ClientErrorCode, ErrorCode, FareboxError
from .money import dollars, usd
from .webhooks import Webhook, verify_webhook

__all__ = [
    'Artifact',
    'AsyncArtifact',
    'AsyncBatchOutcome',
    'AsyncBatchResult',
    'AsyncBatches',
    'AsyncFarebox',
    'AsyncOutcome',
    'AsyncResumed',
    'AsyncTemplates',
    'BatchOutcome',
    'BatchResult',
    'Batches',
    'ClientErrorCode',
    'ErrorCode',
    'EventsSnapshot',
    'Farebox',
    'FareboxError',
    'FileStore',
    'MemoryStore',
    'Outcome',
    'PaidRequest',
    'RequestStore',
    'Resumed',
    'Templates',
    'Webhook',
    '__version__',
    'dollars',
    'usd',
    'verify_webhook',
]
