"""Made from the contract by `npm run generate`; do not edit. The resources of the API, and all of its error codes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypedDict, Union

__all__ = [
    'ApiErrorCode',
    'Batch',
    'BatchCounts',
    'BatchItemQuote',
    'BatchList',
    'BatchQuote',
    'BatchSummary',
    'BillingLine',
    'Blocker',
    'CancelledExecution',
    'CancelledExecutionSummary',
    'Catalog',
    'Category',
    'ContentDeleted',
    'ContentDeletedBy',
    'Download',
    'Engine',
    'EventUrl',
    'Execution',
    'ExecutionCancelledEvent',
    'ExecutionFailedEvent',
    'ExecutionList',
    'ExecutionStatus',
    'ExecutionSucceededEvent',
    'ExecutionSummary',
    'FailedExecution',
    'FailedExecutionSummary',
    'Failure',
    'FailureReason',
    'FailureStatus',
    'File',
    'FileTombstone',
    'FileType',
    'KeyFacts',
    'Model',
    'NeedsReviewExecution',
    'NeedsReviewExecutionSummary',
    'Organization',
    'Output',
    'Price',
    'Project',
    'ProjectEnvironment',
    'ProjectFacts',
    'QueuedExecution',
    'QueuedExecutionSummary',
    'Quote',
    'QuoteLine',
    'ResumableType',
    'ResumableUpload',
    'Review',
    'ReviewReason',
    'RunningExecution',
    'RunningExecutionSummary',
    'Scope',
    'StatusReason',
    'Step',
    'StepStatus',
    'SucceededExecution',
    'SucceededExecutionSummary',
    'Template',
    'TemplateItem',
    'TemplateItemType',
    'TemplateList',
    'TemplateParameter',
    'TemplateParameterType',
    'TemplateStep',
    'TemplateSummary',
    'Tool',
    'TypicalSeconds',
    'Unit',
    'UploadType',
    'UploadUrl',
    'Usage',
    'WebhookEvent',
]

VERSION = '0.3.0'

ApiErrorCode = Literal[
    'invalid_json',
    'invalid_request',
    'request_too_large',
    'file_too_large',
    'file_content_mismatch',
    'unsupported_media_type',
    'url_not_fetched',
    'idempotency_key_required',
    'idempotency_key_invalid',
    'invalid_arguments',
    'too_many_steps',
    'tool_mismatch',
    'file_not_usable',
    'price_version_mismatch',
    'maximum_charge_too_low',
    'template_limit_reached',
    'execution_already_finished',
    'invalid_api_key',
    'invalid_runner_key',
    'platform_api_key_scope_required',
    'project_permission_required',
    'execution_cancel_forbidden',
    'not_found',
    'tool_not_found',
    'tool_unavailable',
    'execution_not_found',
    'batch_not_found',
    'template_not_found',
    'artifact_unavailable',
    'upload_url_not_usable',
    'event_url_not_usable',
    'run_not_found',
    'idempotency_key_conflict',
    'upload_url_used',
    'run_lease_lost',
    'run_ended',
    'rate_limit_exceeded',
    'insufficient_balance',
    'monthly_cap_reached',
    'storage_quota_reached',
    'internal_error',
    'execution_disabled',
    'tool_temporarily_unavailable',
    'service_unavailable',
    'upload_not_found',
    'upload_offset_conflict',
    'tus_version_unsupported',
    'upload_too_large',
    'upload_media_type',
    'too_many_open_uploads',
]

ADVICE: Mapping[ApiErrorCode, str] = {
    'invalid_json': 'Send one JSON object in UTF-8, at most 32 levels deep, without duplicate members or numbers that lose precision.',
    'invalid_request': 'Correct the fields that details.fields names.',
    'request_too_large': 'Keep a JSON body within 64 KiB, within 1 MiB for a batch, and the reply of a runner within 128 KiB.',
    'file_too_large': 'Upload at most 12 MiB, and no more than the upload URL allows. Send larger audio or video as a resumable upload.',
    'file_content_mismatch': 'Declare the MIME type that the bytes really have, and send the complete file; details.fields names the part that is wrong or not supported.',
    'unsupported_media_type': 'Send Content-Type: application/json. For an upload, declare a MIME type that the endpoint lists.',
    'url_not_fetched': 'Check the URL; details.reason says why its file could not be fetched. A host that was unreachable or too slow may answer later.',
    'idempotency_key_required': 'Send an Idempotency-Key header.',
    'idempotency_key_invalid': 'Use 8 to 128 ASCII letters, digits and the characters . _ : -',
    'invalid_arguments': "Send arguments that match the tool's inputSchema; details.fields names the problems.",
    'too_many_steps': 'Send at most 20 steps.',
    'tool_mismatch': 'Send the same tool name in the path and in the body.',
    'file_not_usable': 'Use a file of this project that has not expired and whose type the tool accepts.',
    'price_version_mismatch': 'Prices, a tool of the operator or the active template version have changed. Request a new quote.',
    'maximum_charge_too_low': 'Send the maximumChargeMicros of the quote.',
    'template_limit_reached': 'A project can have 100 templates with 100 versions each. Use another template, or a version that exists.',
    'execution_already_finished': 'The execution has ended and can no longer be cancelled. Read its result.',
    'invalid_api_key': 'Send Authorization: Bearer <API_KEY> with a key that has neither expired nor been revoked.',
    'invalid_runner_key': 'Send Authorization: Bearer <RUNNER_KEY> with a runner key that has not been revoked (runners only).',
    'platform_api_key_scope_required': 'Use a key that has the scope of this endpoint.',
    'project_permission_required': "The role of the caller or of the key's owner does not allow this, or the project's execution is switched off.",
    'execution_cancel_forbidden': 'Cancel with the key that created the execution, or with a key whose owner is an ADMIN of the project.',
    'not_found': 'Check the method, the path and the ids in it. In the operator API details.missing says what does not exist.',
    'tool_not_found': 'Read the catalog for the names of the tools.',
    'tool_unavailable': 'The external service of this tool is not configured in this deployment.',
    'execution_not_found': 'Check the execution id.',
    'batch_not_found': 'Check the batch id.',
    'template_not_found': 'Check the name and the version of the template.',
    'artifact_unavailable': 'The artifact does not exist, or its retrieval period has ended.',
    'upload_url_not_usable': 'The upload URL is invalid or expired, or its key may no longer upload. Create a new upload URL.',
    'event_url_not_usable': 'The event URL is invalid or expired, or its key was revoked. Create a new event URL.',
    'run_not_found': 'Stop the work: the tool of this runner key has no such run (runners only).',
    'idempotency_key_conflict': 'This key was used for another request. Check the original body: a new key starts a new paid execution.',
    'upload_url_used': 'A `PUT` to this URL has stored a file; details.fileId names it. Create a new upload URL for another file. A runner gets this for other bytes than it has put before, with details.sizeBytes of those.',
    'run_lease_lost': 'Stop the work: the run was given to another claim (runners only).',
    'run_ended': 'Stop the work: the run has another end, which stays (runners only).',
    'rate_limit_exceeded': 'Wait as many seconds as Retry-After says, then retry.',
    'insufficient_balance': 'Add funds to the project; see details.',
    'monthly_cap_reached': 'Raise the monthly cap, or wait for the next calendar month in UTC; see details.',
    'storage_quota_reached': 'Wait until older files of the project or of its organization expire. Without funds the quota is small: add some; see details.',
    'internal_error': 'Report the requestId to the operators of this deployment.',
    'execution_disabled': 'Execution is switched off. Try again later.',
    'tool_temporarily_unavailable': 'A service that this tool needs is failing. Try again later.',
    'service_unavailable': 'Send the same request again with the same Idempotency-Key.',
    'upload_not_found': 'The upload is unknown, expired or was ended. Start a new upload.',
    'upload_offset_conflict': 'Read the offset with HEAD and continue from there.',
    'tus_version_unsupported': 'Send Tus-Resumable: 1.0.0.',
    'upload_too_large': 'Send at most Tus-Max-Size, and no more than Upload-Length declared.',
    'upload_media_type': 'Declare audio/wav, audio/mpeg, audio/mp4 or video/mp4, and send the bytes as application/offset+octet-stream.',
    'too_many_open_uploads': 'A project can have eight open resumable uploads, an organization 32. Finish or end one first.',
}
"""How a client should proceed after each error."""

RETRYABLE: tuple[ApiErrorCode, ...] = (
    'rate_limit_exceeded',
    'tool_temporarily_unavailable',
    'service_unavailable',
)
"""Errors after which the same request may succeed if it is sent again unchanged."""

WEBHOOK_HEADERS = ('webhook-id', 'webhook-timestamp', 'webhook-signature')


Category = Literal['image', 'audio', 'video', 'pipeline', 'development']
"""The kind of tool.
- `image`: creates or analyses images
- `audio`: creates or analyses audio
- `video`: creates or analyses video
- `pipeline`: runs other tools one after the other
- `development`: for testing a client; listed only on request"""


Unit = Literal['megapixel', 'image', 'second', 'megapixel-second', '100 characters', 'run', 'step', 'call', 'minimum']
"""The billing unit of a price.
- `megapixel`: each started million pixels of the source or the result, whichever is larger
- `image`: each generated image
- `second`: each started second of audio or video
- `megapixel-second`: each started million pixels × seconds of the source or the result video, whichever is larger
- `100 characters`: each started 100 characters of text
- `run`: each request to the external service
- `step`: each completed step
- `call`: the external cost of a provider call, in an execution that failed or was cancelled
- `minimum`: the amount that raises a bill to its minimum charge"""


class Price(TypedDict):
    """The price of one billing unit, and the minimum charge of a successful execution."""
    minimumChargeMicros: int
    """The least that a successful execution costs, in micro-units of USD."""
    unit: Unit
    """What `unitPriceMicros` pays for."""
    unitPriceMicros: int
    """The price of one unit, in micro-units of USD."""
    description: str
    """The price in words."""


class TypicalSeconds(TypedDict):
    """Run time in seconds, from start to end, of the executions that succeeded in this deployment in the last 30 days: median (p50) and 95th percentile (p95). Null if there were fewer than 20."""
    p50: float
    """The median: half of the executions took at most so many seconds."""
    p95: float
    """The 95th percentile, in seconds."""


class Model(TypedDict):
    """A selectable model of a tool."""
    name: str
    """The value of `arguments.model` that selects the model."""
    description: str
    """The strengths of the model."""
    available: bool
    """Whether this deployment can run the model."""
    example: dict[str, Any]
    """Arguments with this model that can be quoted and executed unchanged."""
    price: Price
    """The price with this model."""
    typicalSeconds: TypicalSeconds | None
    """Measured run times with this model; null if there were too few executions."""


class _ToolRequired(TypedDict):
    name: str
    """The name for `tool` of a quote and for the path of an execution."""
    title: str
    """The name for people."""
    description: str
    """The effect, inputs and outputs of the tool, with units."""
    category: Category
    """What the tool works on."""
    available: bool
    """Whether this deployment can run the tool. Balance, cap and `executionEnabled` apply in addition."""
    inputSchema: dict[str, Any]
    """The JSON Schema (2020-12) of `arguments`."""
    example: dict[str, Any]
    """Arguments that can be quoted and executed unchanged, with sample files."""
    models: list[Model]
    """The selectable models; empty for a tool without models."""
    price: Price
    """The price without models, or with the default model."""
    maxRuntimeSeconds: int
    """The maximum run time in seconds. A longer execution fails. It is also the maximum of the Cancel-After header."""
    cancellableAfterStart: bool
    """Whether a cancellation stops work that has started. True: within seconds, by us or by the external service. False: a provider call that has started runs to its end; its output is delivered and charged. A pipeline skips the steps that have not started; the step in progress follows the value of its own tool."""
    chargesOnFailure: bool
    """Whether an execution that fails or is cancelled can be charged. True for tools that use an external service: the charge is the cost that really arose there and never exceeds the maximum charge. A result that cannot be delivered costs nothing. False: it costs nothing."""
    typicalSeconds: TypicalSeconds | None
    """Measured run times of a tool without models; null if there were too few executions."""


class Tool(_ToolRequired, total=False):
    """A tool that can be executed. `inputSchema` is JSON Schema 2020-12."""
    unavailableReason: str
    """The part that is not configured in this deployment."""


class Catalog(TypedDict):
    """All tools, with prices of one price version."""
    priceVersion: str
    """The price table and own tools of all prices in the catalog."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    executionEnabled: bool
    """Whether the platform accepts executions now. The switch of a project is a blocker of its quotes."""
    tools: list[Tool]
    """The tools of this deployment, then the templates of the project."""


class QuoteLine(TypedDict):
    """A part of the maximum charge."""
    description: str
    """The billed work, in words."""
    unit: Unit
    """What `quantity` counts."""
    quantity: int
    """The number of units."""
    amountMicros: int
    """The amount of this line, in micro-units of USD."""
    unitPriceMicros: int
    """The price of one unit, in micro-units of USD."""


Blocker = Literal['platform_api_key_scope_required', 'project_permission_required', 'tool_unavailable', 'tool_temporarily_unavailable', 'execution_disabled', 'monthly_cap_reached', 'insufficient_balance']
"""An error that would refuse the execution now.
- `platform_api_key_scope_required`: Use a key that has the scope of this endpoint.
- `project_permission_required`: The role of the caller or of the key's owner does not allow this, or the project's execution is switched off.
- `tool_unavailable`: The external service of this tool is not configured in this deployment.
- `tool_temporarily_unavailable`: A service that this tool needs is failing. Try again later.
- `execution_disabled`: Execution is switched off. Try again later.
- `monthly_cap_reached`: Raise the monthly cap, or wait for the next calendar month in UTC; see details.
- `insufficient_balance`: Add funds to the project; see details."""


class Quote(TypedDict):
    """A binding maximum charge for one input. A quote is free and reserves nothing. `blockers` lists the errors that would refuse the execution now."""
    tool: str
    """The quoted tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    priceVersion: str
    """Send it with the execution: a price change since the quote is refused."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The most that the execution can cost, in micro-units of USD. Send it with the execution."""
    breakdown: list[QuoteLine]
    """The parts of the maximum charge."""
    blockers: list[Blocker]
    """Errors that would refuse the execution now; empty if none would."""


class BatchItemQuote(TypedDict):
    """The least and the most that one execution can cost."""
    model: str | None
    """The selected model; null for a tool without models."""
    minimumChargeMicros: int
    """The least that a success of this execution costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The most that this execution can cost, in micro-units of USD."""


class BatchQuote(TypedDict):
    """The most that the executions can cost together and, in the order of the request, each of them."""
    tool: str
    """The quoted tool or template."""
    priceVersion: str
    """Send it with the batch: a price change since the quote is refused."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The sum of the minimum charges, in micro-units of USD."""
    maximumChargeMicros: int
    """The sum of the maximum charges, in micro-units of USD. Send it with the batch."""
    items: list[BatchItemQuote]
    """The quote of each execution, in the order of the request."""
    blockers: list[Blocker]
    """Errors that would refuse the execution now; empty if none would."""


class BatchSummary(TypedDict):
    """A batch in a list."""
    id: str
    """Identifies the batch in later requests."""
    tool: str
    """The tool or template of all executions."""
    priceVersion: str
    """The price table that applies to all executions until they end."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    executionCount: int
    """The number of executions in the batch."""
    minimumChargeMicros: int
    """What the batch costs at least if all executions succeed, in micro-units of USD."""
    maximumChargeMicros: int
    """The most that the batch can cost, in micro-units of USD."""
    cancelRequested: bool
    """Whether the batch was cancelled as a whole."""
    createdAt: str
    """When the batch was accepted."""


class BatchList(TypedDict):
    """A page, newest first. For the next page, pass `nextBefore` as `before`; null on the last page."""
    batches: list[BatchSummary]
    """The batches of this page, newest first."""
    nextBefore: str | None
    """Pass it as `before` for the next page; null on the last page."""


class BatchCounts(TypedDict):
    """The number of executions by status. The counts add up to `executionCount`."""
    queued: int
    """Executions that are `queued`."""
    running: int
    """Executions that are `running`."""
    needsReview: int
    """Executions that are `needs_review`."""
    succeeded: int
    """Executions that are `succeeded`."""
    failed: int
    """Executions that are `failed`."""
    cancelled: int
    """Executions that are `cancelled`."""


class Batch(TypedDict):
    """Executions that were accepted together. `chargedMicros` is the sum charged so far for those that have ended. `finishedAt` is when the last execution ended; null while one is open."""
    id: str
    """Identifies the batch in later requests."""
    tool: str
    """The tool or template of all executions."""
    priceVersion: str
    """The price table that applies to all executions until they end."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    executionCount: int
    """The number of executions in the batch."""
    minimumChargeMicros: int
    """What the batch costs at least if all executions succeed, in micro-units of USD."""
    maximumChargeMicros: int
    """The most that the batch can cost, in micro-units of USD."""
    cancelRequested: bool
    """Whether the batch was cancelled as a whole."""
    createdAt: str
    """When the batch was accepted."""
    counts: BatchCounts
    """The number of executions in each status."""
    chargedMicros: int
    """Charged so far for executions that have ended, in micro-units of USD."""
    finishedAt: str | None
    """When the last execution ended; null while one is open."""


StatusReason = Literal['source_not_readable', 'source_has_no_sound', 'source_not_supported', 'source_too_large', 'source_is_silent', 'source_too_short', 'result_too_large', 'target_not_met', 'input_unavailable', 'inputs_too_large', 'artifacts_too_large', 'time_limit_exceeded', 'memory_limit_exceeded', 'content_rejected', 'provider_rejected', 'provider_failed', 'provider_cancelled', 'provider_output_invalid', 'provider_output_unavailable', 'rehearsed_failure', 'deadline_exceeded', 'attempts_exhausted', 'outcome_unknown', 'cancelled_before_start', 'cancelled_by_request', 'cancel_after', 'provider_does_not_know_the_call', 'provider_still_working', 'provider_does_not_answer', 'provider_outcome_unknown', 'provider_not_configured', 'look_up_failed']
"""The reason of the status.
- `source_not_readable`: the input is damaged or does not have its declared type
- `source_has_no_sound`: the input has no audio track
- `source_not_supported`: the input is an animated PNG, or the result format has no such channels or sample rate: try another format, `channels` or `sampleRateHz`
- `source_too_large`: the input exceeds the limit of the tool for pixels, frame rate or duration
- `source_is_silent`: the input is silent throughout, or too short to measure its loudness
- `source_too_short`: the input ends before the requested part
- `result_too_large`: the result would exceed the size limit of the tool
- `target_not_met`: no result meets the target, and the arguments ask for no result in that case
- `input_unavailable`: the retrieval period of an input file has ended
- `inputs_too_large`: the inputs of a step together exceed its limit
- `artifacts_too_large`: the artifacts of a step together exceed its storage limit
- `time_limit_exceeded`: a step exceeded its time limit; try a shorter or smaller input, or a faster model
- `memory_limit_exceeded`: a step exceeded its memory limit
- `content_rejected`: the external service rejects this content
- `provider_rejected`: the external service rejects this request
- `provider_failed`: the external service failed to do the work
- `provider_cancelled`: the external service cancelled the work without a request to do so
- `provider_output_invalid`: the external service returned a result that cannot be read, or another one than requested
- `provider_output_unavailable`: the output of the external service could not be downloaded; or the work is done, but its output cannot be downloaded yet
- `rehearsed_failure`: the rehearsal was asked to fail
- `deadline_exceeded`: the execution exceeded the tool's `maxRuntimeSeconds`
- `attempts_exhausted`: five workers or runs crashed on the execution; the operators are alerted; or workers crashed while they handled the provider call
- `outcome_unknown`: a review reached `resolveBy` without evidence and was decided in your favour
- `cancelled_before_start`: you cancelled the execution before a worker started it
- `cancelled_by_request`: you cancelled the execution
- `cancel_after`: the time limit in your `Cancel-After` header has passed
- `provider_does_not_know_the_call`: the external service reports that it never received the provider call
- `provider_still_working`: the external service is still working
- `provider_does_not_answer`: the external service does not respond
- `provider_outcome_unknown`: the outcome of the provider call cannot be determined
- `provider_not_configured`: the external service of the provider call is no longer configured in this deployment
- `look_up_failed`: the last lookup of the outcome failed; another lookup follows"""


Engine = Literal['image', 'av', 'provider']
"""The kind of worker that runs the step.
- `image`: image processing by the workers of this deployment
- `av`: audio and video processing by the workers of this deployment
- `provider`: a provider call: a request to an external service, which costs money"""


StepStatus = Literal['pending', 'running', 'unknown', 'succeeded', 'failed', 'cancelled', 'skipped']
"""The status of the step.
- `pending`: the step has not started
- `running`: the step is in progress, or its provider call is under way
- `unknown`: the outcome of its provider call is not known yet
- `succeeded`: the step is complete and its artifacts are stored
- `failed`: the step failed and ended the execution
- `cancelled`: the step was stopped
- `skipped`: the step did not start and never will"""


class _StepRequired(TypedDict):
    index: int
    """The index of the step, from 0."""
    name: str
    """The operation, such as `resize`."""
    engine: Engine
    """The kind of worker that runs the step."""
    status: StepStatus
    """How far the step is."""
    attempt: int
    """How many times the step was started."""
    chargedMicros: int | None
    """Charged for the step, in micro-units of USD; null until the execution is settled."""
    startedAt: str | None
    """When the step last started; null if it never did."""
    finishedAt: str | None
    """When the step ended; null until then."""


class Step(_StepRequired, total=False):
    """A step of an execution."""
    progress: float
    """The completed fraction of a running step. Absent if it is not known."""


class BillingLine(TypedDict):
    """A line of the bill. `step` is null for the line that raises an execution of several steps to its minimum charge."""
    step: int | None
    """The index of the billed step; null for the line that raises the bill to its minimum."""
    description: str
    """The billed work, in words."""
    unit: Unit
    """What `quantity` counts."""
    quantity: int
    """The number of units."""
    amountMicros: int
    """The amount of this line, in micro-units of USD."""


FileType = Literal['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif', 'audio/wav', 'audio/mpeg', 'audio/mp4', 'audio/ogg', 'audio/flac', 'video/mp4']
"""The MIME type of an upload or an artifact."""


ContentDeletedBy = Literal['member', 'operator', 'retention']
"""The kind of actor that deleted the content.
- `member`: a member of the project
- `operator`: an operator of the platform
- `retention`: the service, at the end of the retention period that the project has set"""


class FileTombstone(TypedDict):
    """The file was deleted before `expiresAt`, alone or with the content of its execution."""
    at: str
    """When the file was deleted."""
    by: ContentDeletedBy
    """The kind of actor that deleted the file."""


class _FileRequired(TypedDict):
    id: str
    """Use it as `fileId` in the arguments of a tool."""
    mimeType: FileType
    """The MIME type of the bytes."""
    sizeBytes: int
    """The length of the file in bytes."""
    sha256: str
    """The SHA-256 of the file, in hexadecimal."""
    createdAt: str
    """When the file was first stored."""
    expiresAt: str
    """When the file can no longer be used or downloaded: 30 days after it was first stored."""


class File(_FileRequired, total=False):
    """A private file of the project, retrievable until `expiresAt`."""
    width: int
    """In pixels, after EXIF orientation. Absent for audio."""
    height: int
    """In pixels, after EXIF orientation. Absent for audio."""
    durationSeconds: float
    """The measured duration in seconds. Absent for images."""
    contentDeleted: FileTombstone
    """When and by whom the file was deleted before it expired. Absent if it was not."""


class _OutputRequired(TypedDict):
    artifacts: list[File]
    """The generated files. Fetch each through a download URL."""


class Output(_OutputRequired, total=False):
    """The results. Fetch each file through a download URL."""
    result: Any
    """The structured result of the last step, such as measurements."""


class ContentDeleted(TypedDict):
    """The arguments, result and artifacts were deleted. The charge and its bill remain. Repeating the request still returns the execution."""
    at: str
    """When the content was deleted."""
    by: ContentDeletedBy
    """The kind of actor that deleted the content."""


class _QueuedExecutionRequired(TypedDict):
    id: str
    """Identifies the execution in later requests."""
    tool: str
    """The executed tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    status: Literal['queued']
    """Always `queued`: accepted, with its maximum charge on hold; no worker has started it."""
    statusReason: StatusReason | None
    """Why the execution failed, was cancelled or is under review; otherwise null."""
    cancelRequested: bool
    """Whether a cancellation was requested. Read `status` for its effect."""
    priceVersion: str
    """The price table that applies until the execution ends."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The amount on hold: the most that the execution can cost, in micro-units of USD."""
    chargedMicros: None
    """Null: the charge is settled when the execution ends."""
    createdAt: str
    """When the execution was accepted."""
    startedAt: None
    """Null: no worker has started the execution."""
    finishedAt: None
    """Null: the execution has not ended."""
    error: None
    """Null: the execution has not failed."""
    review: None
    """Null: nothing is under review."""
    steps: list[Step]
    """The steps in the order in which they run."""
    billing: list[BillingLine]
    """The bill, which adds up to `chargedMicros`. Empty until the execution has ended."""
    output: Output
    """The results so far; complete once the execution has succeeded."""


class QueuedExecution(_QueuedExecutionRequired, total=False):
    """Execution with the status `queued`."""
    contentDeleted: ContentDeleted
    """When and by whom arguments, result and artifacts were deleted. Absent if they were not."""


class _RunningExecutionRequired(TypedDict):
    id: str
    """Identifies the execution in later requests."""
    tool: str
    """The executed tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    status: Literal['running']
    """Always `running`: a worker has started the execution."""
    statusReason: StatusReason | None
    """Why the execution failed, was cancelled or is under review; otherwise null."""
    cancelRequested: bool
    """Whether a cancellation was requested. Read `status` for its effect."""
    priceVersion: str
    """The price table that applies until the execution ends."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The amount on hold: the most that the execution can cost, in micro-units of USD."""
    chargedMicros: None
    """Null: the charge is settled when the execution ends."""
    createdAt: str
    """When the execution was accepted."""
    startedAt: str
    """When a worker first started the execution."""
    finishedAt: None
    """Null: the execution has not ended."""
    error: None
    """Null: the execution has not failed."""
    review: None
    """Null: nothing is under review."""
    steps: list[Step]
    """The steps in the order in which they run."""
    billing: list[BillingLine]
    """The bill, which adds up to `chargedMicros`. Empty until the execution has ended."""
    output: Output
    """The results so far; complete once the execution has succeeded."""


class RunningExecution(_RunningExecutionRequired, total=False):
    """Execution with the status `running`."""
    contentDeleted: ContentDeleted
    """When and by whom arguments, result and artifacts were deleted. Absent if they were not."""


ReviewReason = Literal['provider_does_not_know_the_call', 'provider_still_working', 'provider_does_not_answer', 'provider_outcome_unknown', 'provider_output_unavailable', 'provider_not_configured', 'look_up_failed', 'attempts_exhausted']
"""Why the outcome is not known yet.
- `provider_does_not_know_the_call`: the external service reports that it never received the provider call
- `provider_still_working`: the external service is still working
- `provider_does_not_answer`: the external service does not respond
- `provider_outcome_unknown`: the outcome of the provider call cannot be determined
- `provider_output_unavailable`: the work is done, but its output cannot be downloaded yet
- `provider_not_configured`: the external service of the provider call is no longer configured in this deployment
- `look_up_failed`: the last lookup of the outcome failed; another lookup follows
- `attempts_exhausted`: workers crashed while they handled the provider call"""


class Review(TypedDict):
    """The outcome of a paid provider call is not known. If it stays unknown, the execution ends in your favour within ten seconds after `resolveBy`."""
    step: int
    """The index of the step, from 0."""
    reason: ReviewReason
    """Why the outcome is not known yet."""
    since: str
    """When the review began."""
    exposureMicros: int
    """The most that the provider call may still cost, in micro-units of USD."""
    resolveBy: str
    """The deadline: without evidence the execution then ends in your favour."""


class _NeedsReviewExecutionRequired(TypedDict):
    id: str
    """Identifies the execution in later requests."""
    tool: str
    """The executed tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    status: Literal['needs_review']
    """Always `needs_review`: the outcome of a provider call is not known yet; see `review`."""
    statusReason: StatusReason | None
    """Why the execution failed, was cancelled or is under review; otherwise null."""
    cancelRequested: bool
    """Whether a cancellation was requested. Read `status` for its effect."""
    priceVersion: str
    """The price table that applies until the execution ends."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The amount on hold: the most that the execution can cost, in micro-units of USD."""
    chargedMicros: None
    """Null: the charge is settled when the execution ends."""
    createdAt: str
    """When the execution was accepted."""
    startedAt: str
    """When a worker first started the execution."""
    finishedAt: None
    """Null: the execution has not ended."""
    error: None
    """Null: the execution has not failed."""
    review: Review
    """The open review of a provider call."""
    steps: list[Step]
    """The steps in the order in which they run."""
    billing: list[BillingLine]
    """The bill, which adds up to `chargedMicros`. Empty until the execution has ended."""
    output: Output
    """The results so far; complete once the execution has succeeded."""


class NeedsReviewExecution(_NeedsReviewExecutionRequired, total=False):
    """Execution with the status `needs_review`."""
    contentDeleted: ContentDeleted
    """When and by whom arguments, result and artifacts were deleted. Absent if they were not."""


class _SucceededExecutionRequired(TypedDict):
    id: str
    """Identifies the execution in later requests."""
    tool: str
    """The executed tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    status: Literal['succeeded']
    """Always `succeeded`: complete; `output` holds the result."""
    statusReason: StatusReason | None
    """Why the execution failed, was cancelled or is under review; otherwise null."""
    cancelRequested: bool
    """Whether a cancellation was requested. Read `status` for its effect."""
    priceVersion: str
    """The price table that applies until the execution ends."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The amount on hold: the most that the execution can cost, in micro-units of USD."""
    chargedMicros: int
    """The final charge, in micro-units of USD. The rest of the hold was released."""
    createdAt: str
    """When the execution was accepted."""
    startedAt: str
    """When a worker first started the execution."""
    finishedAt: str
    """When the execution ended."""
    error: None
    """Null: the execution has not failed."""
    review: None
    """Null: nothing is under review."""
    steps: list[Step]
    """The steps in the order in which they run."""
    billing: list[BillingLine]
    """The bill, which adds up to `chargedMicros`. Empty until the execution has ended."""
    output: Output
    """The results so far; complete once the execution has succeeded."""


class SucceededExecution(_SucceededExecutionRequired, total=False):
    """Execution with the status `succeeded`."""
    contentDeleted: ContentDeleted
    """When and by whom arguments, result and artifacts were deleted. Absent if they were not."""


FailureStatus = Literal['INVALID_ARGUMENT', 'DEADLINE_EXCEEDED', 'UNAVAILABLE', 'INTERNAL']
"""A google.rpc.Code name.
- `INVALID_ARGUMENT`: the input or the request is invalid
- `DEADLINE_EXCEEDED`: the execution took too long
- `UNAVAILABLE`: the external service or its outcome was not available; the input is not at fault
- `INTERNAL`: a defect of the service"""


FailureReason = Literal['source_not_readable', 'source_has_no_sound', 'source_not_supported', 'source_too_large', 'source_is_silent', 'source_too_short', 'result_too_large', 'target_not_met', 'input_unavailable', 'inputs_too_large', 'artifacts_too_large', 'time_limit_exceeded', 'memory_limit_exceeded', 'content_rejected', 'provider_rejected', 'provider_failed', 'provider_cancelled', 'provider_output_invalid', 'provider_output_unavailable', 'rehearsed_failure', 'deadline_exceeded', 'attempts_exhausted', 'outcome_unknown']
"""The reason of the failure; branch on this field.
- `source_not_readable`: the input is damaged or does not have its declared type
- `source_has_no_sound`: the input has no audio track
- `source_not_supported`: the input is an animated PNG, or the result format has no such channels or sample rate: try another format, `channels` or `sampleRateHz`
- `source_too_large`: the input exceeds the limit of the tool for pixels, frame rate or duration
- `source_is_silent`: the input is silent throughout, or too short to measure its loudness
- `source_too_short`: the input ends before the requested part
- `result_too_large`: the result would exceed the size limit of the tool
- `target_not_met`: no result meets the target, and the arguments ask for no result in that case
- `input_unavailable`: the retrieval period of an input file has ended
- `inputs_too_large`: the inputs of a step together exceed its limit
- `artifacts_too_large`: the artifacts of a step together exceed its storage limit
- `time_limit_exceeded`: a step exceeded its time limit; try a shorter or smaller input, or a faster model
- `memory_limit_exceeded`: a step exceeded its memory limit
- `content_rejected`: the external service rejects this content
- `provider_rejected`: the external service rejects this request
- `provider_failed`: the external service failed to do the work
- `provider_cancelled`: the external service cancelled the work without a request to do so
- `provider_output_invalid`: the external service returned a result that cannot be read, or another one than requested
- `provider_output_unavailable`: the output of the external service could not be downloaded
- `rehearsed_failure`: the rehearsal was asked to fail
- `deadline_exceeded`: the execution exceeded the tool's `maxRuntimeSeconds`
- `attempts_exhausted`: five workers or runs crashed on the execution; the operators are alerted
- `outcome_unknown`: a review reached `resolveBy` without evidence and was decided in your favour"""


class Failure(TypedDict):
    """Why an execution failed."""
    status: FailureStatus
    """A google.rpc.Code name: whether the input or the service is at fault."""
    message: FailureReason
    """The reason of the failure; branch on this field."""


class _FailedExecutionRequired(TypedDict):
    id: str
    """Identifies the execution in later requests."""
    tool: str
    """The executed tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    status: Literal['failed']
    """Always `failed`: ended without a result; see `error`."""
    statusReason: StatusReason | None
    """Why the execution failed, was cancelled or is under review; otherwise null."""
    cancelRequested: bool
    """Whether a cancellation was requested. Read `status` for its effect."""
    priceVersion: str
    """The price table that applies until the execution ends."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The amount on hold: the most that the execution can cost, in micro-units of USD."""
    chargedMicros: int
    """The final charge, in micro-units of USD. The rest of the hold was released."""
    createdAt: str
    """When the execution was accepted."""
    startedAt: str
    """When a worker first started the execution."""
    finishedAt: str
    """When the execution ended."""
    error: Failure
    """Why the execution failed."""
    review: None
    """Null: nothing is under review."""
    steps: list[Step]
    """The steps in the order in which they run."""
    billing: list[BillingLine]
    """The bill, which adds up to `chargedMicros`. Empty until the execution has ended."""
    output: Output
    """The results so far; complete once the execution has succeeded."""


class FailedExecution(_FailedExecutionRequired, total=False):
    """Execution with the status `failed`."""
    contentDeleted: ContentDeleted
    """When and by whom arguments, result and artifacts were deleted. Absent if they were not."""


class _CancelledExecutionRequired(TypedDict):
    id: str
    """Identifies the execution in later requests."""
    tool: str
    """The executed tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    status: Literal['cancelled']
    """Always `cancelled`: stopped by a cancel request or by the `Cancel-After` time limit."""
    statusReason: StatusReason | None
    """Why the execution failed, was cancelled or is under review; otherwise null."""
    cancelRequested: bool
    """Whether a cancellation was requested. Read `status` for its effect."""
    priceVersion: str
    """The price table that applies until the execution ends."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The amount on hold: the most that the execution can cost, in micro-units of USD."""
    chargedMicros: int
    """The final charge, in micro-units of USD. The rest of the hold was released."""
    createdAt: str
    """When the execution was accepted."""
    startedAt: str | None
    """When a worker first started the execution; null before that."""
    finishedAt: str
    """When the execution ended."""
    error: None
    """Null: the execution has not failed."""
    review: None
    """Null: nothing is under review."""
    steps: list[Step]
    """The steps in the order in which they run."""
    billing: list[BillingLine]
    """The bill, which adds up to `chargedMicros`. Empty until the execution has ended."""
    output: Output
    """The results so far; complete once the execution has succeeded."""


class CancelledExecution(_CancelledExecutionRequired, total=False):
    """Execution with the status `cancelled`."""
    contentDeleted: ContentDeleted
    """When and by whom arguments, result and artifacts were deleted. Absent if they were not."""


Execution = Union[QueuedExecution, RunningExecution, NeedsReviewExecution, SucceededExecution, FailedExecution, CancelledExecution]
"""A paid execution; `status` selects the fields. `chargedMicros` is null until the execution is settled, and equals the sum of `billing`."""


class _QueuedExecutionSummaryRequired(TypedDict):
    id: str
    """Identifies the execution in later requests."""
    tool: str
    """The executed tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    status: Literal['queued']
    """Always `queued`: accepted, with its maximum charge on hold; no worker has started it."""
    statusReason: StatusReason | None
    """Why the execution failed, was cancelled or is under review; otherwise null."""
    cancelRequested: bool
    """Whether a cancellation was requested. Read `status` for its effect."""
    priceVersion: str
    """The price table that applies until the execution ends."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The amount on hold: the most that the execution can cost, in micro-units of USD."""
    chargedMicros: None
    """Null: the charge is settled when the execution ends."""
    createdAt: str
    """When the execution was accepted."""
    startedAt: None
    """Null: no worker has started the execution."""
    finishedAt: None
    """Null: the execution has not ended."""
    error: None
    """Null: the execution has not failed."""
    review: None
    """Null: nothing is under review."""


class QueuedExecutionSummary(_QueuedExecutionSummaryRequired, total=False):
    """ExecutionSummary with the status `queued`."""
    contentDeleted: ContentDeleted
    """When and by whom arguments, result and artifacts were deleted. Absent if they were not."""


class _RunningExecutionSummaryRequired(TypedDict):
    id: str
    """Identifies the execution in later requests."""
    tool: str
    """The executed tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    status: Literal['running']
    """Always `running`: a worker has started the execution."""
    statusReason: StatusReason | None
    """Why the execution failed, was cancelled or is under review; otherwise null."""
    cancelRequested: bool
    """Whether a cancellation was requested. Read `status` for its effect."""
    priceVersion: str
    """The price table that applies until the execution ends."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The amount on hold: the most that the execution can cost, in micro-units of USD."""
    chargedMicros: None
    """Null: the charge is settled when the execution ends."""
    createdAt: str
    """When the execution was accepted."""
    startedAt: str
    """When a worker first started the execution."""
    finishedAt: None
    """Null: the execution has not ended."""
    error: None
    """Null: the execution has not failed."""
    review: None
    """Null: nothing is under review."""


class RunningExecutionSummary(_RunningExecutionSummaryRequired, total=False):
    """ExecutionSummary with the status `running`."""
    contentDeleted: ContentDeleted
    """When and by whom arguments, result and artifacts were deleted. Absent if they were not."""


class _NeedsReviewExecutionSummaryRequired(TypedDict):
    id: str
    """Identifies the execution in later requests."""
    tool: str
    """The executed tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    status: Literal['needs_review']
    """Always `needs_review`: the outcome of a provider call is not known yet; see `review`."""
    statusReason: StatusReason | None
    """Why the execution failed, was cancelled or is under review; otherwise null."""
    cancelRequested: bool
    """Whether a cancellation was requested. Read `status` for its effect."""
    priceVersion: str
    """The price table that applies until the execution ends."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The amount on hold: the most that the execution can cost, in micro-units of USD."""
    chargedMicros: None
    """Null: the charge is settled when the execution ends."""
    createdAt: str
    """When the execution was accepted."""
    startedAt: str
    """When a worker first started the execution."""
    finishedAt: None
    """Null: the execution has not ended."""
    error: None
    """Null: the execution has not failed."""
    review: Review
    """The open review of a provider call."""


class NeedsReviewExecutionSummary(_NeedsReviewExecutionSummaryRequired, total=False):
    """ExecutionSummary with the status `needs_review`."""
    contentDeleted: ContentDeleted
    """When and by whom arguments, result and artifacts were deleted. Absent if they were not."""


class _SucceededExecutionSummaryRequired(TypedDict):
    id: str
    """Identifies the execution in later requests."""
    tool: str
    """The executed tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    status: Literal['succeeded']
    """Always `succeeded`: complete; `output` holds the result."""
    statusReason: StatusReason | None
    """Why the execution failed, was cancelled or is under review; otherwise null."""
    cancelRequested: bool
    """Whether a cancellation was requested. Read `status` for its effect."""
    priceVersion: str
    """The price table that applies until the execution ends."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The amount on hold: the most that the execution can cost, in micro-units of USD."""
    chargedMicros: int
    """The final charge, in micro-units of USD. The rest of the hold was released."""
    createdAt: str
    """When the execution was accepted."""
    startedAt: str
    """When a worker first started the execution."""
    finishedAt: str
    """When the execution ended."""
    error: None
    """Null: the execution has not failed."""
    review: None
    """Null: nothing is under review."""


class SucceededExecutionSummary(_SucceededExecutionSummaryRequired, total=False):
    """ExecutionSummary with the status `succeeded`."""
    contentDeleted: ContentDeleted
    """When and by whom arguments, result and artifacts were deleted. Absent if they were not."""


class _FailedExecutionSummaryRequired(TypedDict):
    id: str
    """Identifies the execution in later requests."""
    tool: str
    """The executed tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    status: Literal['failed']
    """Always `failed`: ended without a result; see `error`."""
    statusReason: StatusReason | None
    """Why the execution failed, was cancelled or is under review; otherwise null."""
    cancelRequested: bool
    """Whether a cancellation was requested. Read `status` for its effect."""
    priceVersion: str
    """The price table that applies until the execution ends."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The amount on hold: the most that the execution can cost, in micro-units of USD."""
    chargedMicros: int
    """The final charge, in micro-units of USD. The rest of the hold was released."""
    createdAt: str
    """When the execution was accepted."""
    startedAt: str
    """When a worker first started the execution."""
    finishedAt: str
    """When the execution ended."""
    error: Failure
    """Why the execution failed."""
    review: None
    """Null: nothing is under review."""


class FailedExecutionSummary(_FailedExecutionSummaryRequired, total=False):
    """ExecutionSummary with the status `failed`."""
    contentDeleted: ContentDeleted
    """When and by whom arguments, result and artifacts were deleted. Absent if they were not."""


class _CancelledExecutionSummaryRequired(TypedDict):
    id: str
    """Identifies the execution in later requests."""
    tool: str
    """The executed tool or template."""
    model: str | None
    """The selected model; null for a tool without models."""
    status: Literal['cancelled']
    """Always `cancelled`: stopped by a cancel request or by the `Cancel-After` time limit."""
    statusReason: StatusReason | None
    """Why the execution failed, was cancelled or is under review; otherwise null."""
    cancelRequested: bool
    """Whether a cancellation was requested. Read `status` for its effect."""
    priceVersion: str
    """The price table that applies until the execution ends."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    minimumChargeMicros: int
    """The least that a success costs, in micro-units of USD."""
    maximumChargeMicros: int
    """The amount on hold: the most that the execution can cost, in micro-units of USD."""
    chargedMicros: int
    """The final charge, in micro-units of USD. The rest of the hold was released."""
    createdAt: str
    """When the execution was accepted."""
    startedAt: str | None
    """When a worker first started the execution; null before that."""
    finishedAt: str
    """When the execution ended."""
    error: None
    """Null: the execution has not failed."""
    review: None
    """Null: nothing is under review."""


class CancelledExecutionSummary(_CancelledExecutionSummaryRequired, total=False):
    """ExecutionSummary with the status `cancelled`."""
    contentDeleted: ContentDeleted
    """When and by whom arguments, result and artifacts were deleted. Absent if they were not."""


ExecutionSummary = Union[QueuedExecutionSummary, RunningExecutionSummary, NeedsReviewExecutionSummary, SucceededExecutionSummary, FailedExecutionSummary, CancelledExecutionSummary]
"""An execution in a list."""


class ExecutionList(TypedDict):
    """A page, newest first. For the next page, pass `nextBefore` as `before`; null on the last page."""
    executions: list[ExecutionSummary]
    """The executions of this page, newest first."""
    nextBefore: str | None
    """Pass it as `before` for the next page; null on the last page."""


ExecutionStatus = Literal['queued', 'running', 'needs_review', 'succeeded', 'failed', 'cancelled']
"""The status of an execution. `succeeded`, `failed` and `cancelled` are final.
- `queued`: accepted, with its maximum charge on hold; no worker has started it
- `running`: a worker has started the execution
- `needs_review`: the outcome of a provider call is not known yet; see `review`
- `succeeded`: complete; `output` holds the result
- `failed`: ended without a result; see `error`
- `cancelled`: stopped by a cancel request or by the `Cancel-After` time limit"""


class Download(TypedDict):
    """A private URL. Send GET without any header within five minutes. Never log the URL."""
    url: str
    """A secret: whoever has it can download the file."""
    expiresAt: str
    """When the URL stops working: within five minutes."""


class Organization(TypedDict):
    """The organization that owns the project."""
    id: str
    """Identifies the organization."""
    name: str
    """The name that its members chose."""


ProjectEnvironment = Literal['live', 'test']
"""Fixed at creation. A test project has play money and simulated external services."""


class ProjectFacts(TypedDict):
    """The project itself."""
    id: str
    """Identifies the project."""
    name: str
    """The name that its members chose."""
    environment: ProjectEnvironment
    """`live` for real money, `test` for play money."""


Scope = Literal['project:read', 'usage:read', 'tools:read', 'tools:execute', 'executions:read', 'templates:write']
"""A permission of a key."""


class KeyFacts(TypedDict):
    """The key of this request."""
    id: str
    """Identifies the key; not a secret."""
    publicId: str
    """The public part of the key. It is not a secret; use it to identify a key that was found somewhere."""
    name: str
    """The name that the issuer of the key chose."""
    scopes: list[Scope]
    """What the key may do, within the role of its owner."""
    expiresAt: str | None
    """When the key stops working; null if it does not expire."""


class Project(TypedDict):
    """The organization and the project of the key."""
    organization: Organization
    """The organization that owns the project."""
    project: ProjectFacts
    """The project that the key belongs to."""
    key: KeyFacts
    """The key of this request."""


class Usage(TypedDict):
    """Usage in the current calendar month (UTC). An execution counts in the month in which it was settled. Amounts are micro-units of USD."""
    month: str
    """`YYYY-MM`."""
    currency: Literal['USD']
    """The currency of all amounts: US dollars."""
    settledRequests: int
    """Executions settled in this month that succeeded or were charged."""
    chargedMicros: int
    """The sum of their charges, in micro-units of USD."""
    heldMicros: int
    """On hold now for open executions, in micro-units of USD."""
    availableMicros: int
    """The balance that new executions can use now, in micro-units of USD."""
    monthlyCapMicros: int | None
    """The most that charges of this month and holds may be together, in micro-units of USD; null if there is no cap."""


ResumableType = Literal['audio/wav', 'audio/mpeg', 'audio/mp4', 'video/mp4']
"""A MIME type that supports resumable uploads."""


class _ResumableUploadRequired(TypedDict):
    id: str
    """Identifies the upload in a report."""
    mimeType: ResumableType
    """The declared type of the file."""
    sizeBytes: int
    """The declared length of the whole file in bytes."""
    receivedBytes: int
    """The bytes that are stored: continue from this offset."""
    expiresAt: str
    """When an unfinished upload is deleted."""


class ResumableUpload(_ResumableUploadRequired, total=False):
    """The progress of a resumable upload. `file` is set once the upload is complete, for as long as the file exists."""
    file: File
    """The file that the complete upload has produced. Absent before that."""


UploadType = Literal['image/jpeg', 'image/png', 'audio/wav', 'audio/mpeg', 'video/mp4', 'image/webp', 'image/avif', 'audio/mp4']
"""A MIME type that can be uploaded."""


class UploadUrl(TypedDict):
    """A private URL for one file: any client that has it can store that file once, before `expiresAt`."""
    uploadUrl: str
    """A secret: whoever has it can store the file once."""
    method: Literal['PUT']
    """The HTTP method of the upload: always `PUT`."""
    headers: dict[str, str]
    """Headers to send with the file: `Content-Type`. Send no API key and no cookie."""
    sizeBytesMax: int
    """The maximum size of the file in bytes."""
    expiresAt: str
    """The upload must begin before this time."""


class EventUrl(TypedDict):
    """A private URL of an event stream: any client that has it can read the stream until `expiresAt`."""
    url: str
    """The address for `EventSource`. A secret: whoever has it can read these executions."""
    expiresAt: str
    """The URL opens no stream after this time, and its open streams end."""


class TemplateSummary(TypedDict):
    """A template in a list. `activeVersion` is the version that the tool runs; null if no version was activated yet."""
    name: str
    """The name without `@`."""
    tool: str
    """The name with `@`, for quotes and executions."""
    activeVersion: int | None
    """The version that `tool` runs; null if no version was activated yet."""
    latestVersion: int
    """The number of the version that was saved last."""
    archivedAt: str | None
    """When the template was archived; null if it is offered."""
    updatedAt: str
    """When a version was last saved or activated, or the template archived."""


class TemplateList(TypedDict):
    """All templates of the project, sorted by name, including archived ones."""
    templates: list[TemplateSummary]
    """All templates, sorted by name."""


TemplateParameterType = Literal['string', 'integer', 'number', 'boolean', 'file', 'array']
"""The type of a parameter.
- `string`: a text: one of `enum`, or at most `maxLength` characters
- `integer`: a whole number from `minimum` to `maximum`
- `number`: a number from `minimum` to `maximum`
- `boolean`: true or false
- `file`: a file of the project, given as `{"fileId": …}`
- `array`: a list of `items`, at most `maxItems`"""


TemplateItemType = Literal['string', 'integer', 'number', 'boolean', 'file']
"""The type of a list item.
- `string`: a text: one of `enum`, or at most `maxLength` characters
- `integer`: a whole number from `minimum` to `maximum`
- `number`: a number from `minimum` to `maximum`
- `boolean`: true or false
- `file`: a file of the project, given as `{"fileId": …}`"""


class _TemplateItemRequired(TypedDict):
    type: TemplateItemType
    """The type of every item."""


class TemplateItem(_TemplateItemRequired, total=False):
    """The type and the bounds of list items."""
    title: str
    """The name for people, of one line."""
    description: str
    """Help for the people who fill in the parameter."""
    minimum: float
    """A bound of a number; of an integer, a whole number."""
    maximum: float
    """A bound of a number; of an integer, a whole number."""
    minLength: int
    """A length in characters."""
    maxLength: int
    """A length in characters."""
    enum: list[str]
    """The allowed texts."""


class _TemplateParameterRequired(TypedDict):
    type: TemplateParameterType
    """The type of the value."""


class TemplateParameter(_TemplateParameterRequired, total=False):
    """A parameter with bounds: a number needs `minimum` and `maximum`, a text `enum` or `maxLength`, a list `items` and `maxItems`. A parameter without `default` is required. `example` is the value for validation and for the example in the catalog."""
    title: str
    """The name for people, of one line."""
    description: str
    """Help for the people who fill in the parameter."""
    minimum: float
    """A bound of a number; of an integer, a whole number."""
    maximum: float
    """A bound of a number; of an integer, a whole number."""
    minLength: int
    """A length in characters."""
    maxLength: int
    """A length in characters."""
    enum: list[str]
    """The allowed texts."""
    items: TemplateItem
    """The type and the bounds of the items; only for a list."""
    minItems: int
    """A number of list items."""
    maxItems: int
    """A number of list items."""
    default: Any
    """A value that is valid for the parameter."""
    example: Any
    """A value that is valid for the parameter."""


class TemplateStep(TypedDict):
    """A step as in a pipeline. Any value may be `{"$parameter": "width"}` instead, and a file may be `{"step": 0, "artifact": 0}`, the output of an earlier step."""
    tool: str
    """The name of a tool that pipelines can use."""
    arguments: dict[str, Any]
    """The arguments of the tool; values may refer to parameters and earlier steps."""


class _TemplateRequired(TypedDict):
    name: str
    """The name without `@`."""
    tool: str
    """The name with `@`, for quotes and executions."""
    activeVersion: int | None
    """The version that `tool` runs; null if no version was activated yet."""
    latestVersion: int
    """The number of the version that was saved last."""
    archivedAt: str | None
    """When the template was archived; null if it is offered."""
    updatedAt: str
    """When a version was last saved or activated, or the template archived."""
    version: int
    """The version number, from 1."""
    createdAt: str
    """When this version was saved."""
    parameters: dict[str, TemplateParameter]
    """Parameters by name, in display order."""
    steps: list[TemplateStep]
    """The steps, which run one after the other in this order."""


class Template(_TemplateRequired, total=False):
    """One version of a template. `version`, `createdAt` and the content never change; the other fields show the current state of the template."""
    title: str
    """The name for people, of one line."""
    description: str
    """The effect of the template, for the people who choose a tool."""


class ExecutionSucceededEvent(TypedDict):
    """An execution is now `succeeded`. `timestamp` equals its `finishedAt`."""
    type: Literal['execution.succeeded']
    """Always `execution.succeeded`."""
    timestamp: str
    """When the execution ended."""
    data: SucceededExecution
    """The execution, as `GET /tools/executions/{id}` returns it."""


class ExecutionFailedEvent(TypedDict):
    """An execution is now `failed`. `timestamp` equals its `finishedAt`."""
    type: Literal['execution.failed']
    """Always `execution.failed`."""
    timestamp: str
    """When the execution ended."""
    data: FailedExecution
    """The execution, as `GET /tools/executions/{id}` returns it."""


class ExecutionCancelledEvent(TypedDict):
    """An execution is now `cancelled`. `timestamp` equals its `finishedAt`."""
    type: Literal['execution.cancelled']
    """Always `execution.cancelled`."""
    timestamp: str
    """When the execution ended."""
    data: CancelledExecution
    """The execution, as `GET /tools/executions/{id}` returns it."""


WebhookEvent = Union[ExecutionSucceededEvent, ExecutionFailedEvent, ExecutionCancelledEvent]
"""An event; `type` selects the fields. `data` is the object that `GET /tools/executions/{id}` returns."""
