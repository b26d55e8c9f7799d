"""All errors as one class with a `code` to branch on: the errors of the API, and those that only a client can detect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Union, cast, get_args

from ._generated import ADVICE, RETRYABLE, ApiErrorCode, Execution
from ._reason import reason_of

ClientErrorCode = Literal[
    'outcome_unknown',
    'invalid_ceiling',
    'ceiling_exceeded',
    'request_changed',
    'execution_failed',
    'execution_cancelled',
    'execution_under_review',
    'wait_timed_out',
    'artifact_corrupted',
    'network_failed',
    'webhook_not_trusted',
    'unexpected_response',
]
ErrorCode = Union[ApiErrorCode, ClientErrorCode]

_CLIENT_ADVICE: Mapping[ClientErrorCode, str] = {
    'outcome_unknown': 'Repeat the call with the same request name, or resume it. It is never paid twice.',
    'invalid_ceiling': "Nothing was sent. Pass a ceiling in micros, an int from 0 to 2**53 - 1: usd('0.05').",
    'ceiling_exceeded': 'Nothing was sent. Raise the ceiling, or request less.',
    'request_changed': 'Nothing was sent. This request name belongs to another purchase. Use a new name.',
    'execution_failed': "Read execution['error'] and execution['chargedMicros'].",
    'execution_cancelled': "Read execution['statusReason'] and execution['chargedMicros'].",
    'execution_under_review': 'Do not buy it again. Wait for the execution: its outcome is being looked up.',
    'wait_timed_out': 'The work continues. Wait again, or cancel it.',
    'artifact_corrupted': 'The bytes do not match the SHA-256 of the artifact. Download it again.',
    'network_failed': 'The service could not be reached. Try again.',
    'webhook_not_trusted': 'Respond with 400 and do nothing. The webhook is not from this Farebox, or is too old.',
    'unexpected_response': 'The response is not from a Farebox API of this version. Check base_url.',
}
assert set(_CLIENT_ADVICE) == set(get_args(ClientErrorCode))

_RETRIED: frozenset[str] = frozenset({*RETRYABLE, 'network_failed'})


class FareboxError(Exception):
    """The one error of this package. The text says why it happened and how to proceed."""

    code: ErrorCode
    advice: str
    """How to proceed."""
    http: int | None
    """The HTTP status code; None if there was no response."""
    details: Mapping[str, Any]
    request_id: str | None
    """Identifies the HTTP request. Quote it in a report."""
    documentation: str | None
    """The address of the service's page about this error; None if the service named none."""
    execution: Execution | None
    """The last known state, with its charge, if the error is about an execution."""
    request: str | None
    """The name of the paid request."""
    address: str | None
    """Method and URL that were tried, without secrets."""

    def __init__(
        self,
        code: ErrorCode,
        *,
        http: int | None = None,
        details: Mapping[str, Any] | None = None,
        request_id: str | None = None,
        documentation: str | None = None,
        execution: Execution | None = None,
        request: str | None = None,
        address: str | None = None,
    ) -> None:
        self.code = code
        self.advice = _advice_of(code)
        self.http = http
        self.details = {} if details is None else details
        self.request_id = request_id
        self.documentation = documentation
        self.execution = execution
        self.request = request
        self.address = address
        super().__init__(code)

    def __str__(self) -> str:
        return f'{self.code}: {reason_of(self)}{self.advice}'

    def __reduce__(self) -> tuple[Any, ...]:
        # Without it, an error cannot return from a worker process: its arguments have names.
        return _rebuilt, (self.code, {name: getattr(self, name) for name in _FACTS})


_FACTS = ('http', 'details', 'request_id', 'documentation', 'execution', 'request', 'address')


def _rebuilt(code: ErrorCode, facts: dict[str, Any]) -> FareboxError:
    return FareboxError(code, **facts)


def is_api_code(code: object) -> bool:
    """Whether the API of this version has this error."""
    return isinstance(code, str) and code in ADVICE


def is_retryable(code: ErrorCode) -> bool:
    """Whether the same request may succeed if it is sent again unchanged."""
    return code in _RETRIED


def _advice_of(code: ErrorCode) -> str:
    if code in ADVICE:
        return ADVICE[cast(ApiErrorCode, code)]
    return _CLIENT_ADVICE[cast(ClientErrorCode, code)]
