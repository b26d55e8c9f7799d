/**
 * The closed lists of words in executions, quotes and the catalog, each with its meaning. Types, the OpenAPI document and
 * docs/when-things-go-wrong.md derive from these lists; no response contains a word that is missing here.
 */
import type { Engine } from '@farebox/kernel';

/** Kinds of work; each kind has its own worker app. */
export const ENGINE_WORDS = {
  image: 'image processing by the workers of this deployment',
  av: 'audio and video processing by the workers of this deployment',
  provider: 'a provider call: a request to an external service, which costs money',
} as const satisfies Readonly<Record<Engine, string>>;

export const CATEGORIES = {
  image: 'creates or analyses images',
  audio: 'creates or analyses audio',
  video: 'creates or analyses video',
  pipeline: 'runs other tools one after the other',
  development: 'for testing a client; listed only on request',
} as const;
export type Category = keyof typeof CATEGORIES;

/** Billing units. */
export const UNITS = {
  megapixel: 'each started million pixels of the source or the result, whichever is larger',
  image: 'each generated image',
  second: 'each started second of audio or video',
  'megapixel-second': 'each started million pixels × seconds of the source or the result video, whichever is larger',
  '100 characters': 'each started 100 characters of text',
  run: 'each request to the external service',
  step: 'each completed step',
  call: 'the external cost of a provider call, in an execution that failed or was cancelled',
  minimum: 'the amount that raises a bill to its minimum charge',
} as const;
export type Unit = keyof typeof UNITS;

/** The statuses of a step. */
export const STEP_STATUS_WORDS = {
  pending: 'the step has not started',
  running: 'the step is in progress, or its provider call is under way',
  unknown: 'the outcome of its provider call is not known yet',
  succeeded: 'the step is complete and its artifacts are stored',
  failed: 'the step failed and ended the execution',
  cancelled: 'the step was stopped',
  skipped: 'the step did not start and never will',
} as const;
export type StepStatus = keyof typeof STEP_STATUS_WORDS;

/** Why an execution failed: `error.message`, also given as `statusReason`. */
export const FAILURE_REASONS = {
  source_not_readable: 'the input is damaged or does not have its declared type',
  source_has_no_sound: 'the input has no audio track',
  source_not_supported:
    'the input is an animated PNG, or the result format has no such channels or sample rate: try another format, `channels` or `sampleRateHz`',
  source_too_large: 'the input exceeds the limit of the tool for pixels, frame rate or duration',
  source_is_silent: 'the input is silent throughout, or too short to measure its loudness',
  source_too_short: 'the input ends before the requested part',
  result_too_large: 'the result would exceed the size limit of the tool',
  target_not_met: 'no result meets the target, and the arguments ask for no result in that case',
  input_unavailable: 'the retrieval period of an input file has ended',
  inputs_too_large: 'the inputs of a step together exceed its limit',
  artifacts_too_large: 'the artifacts of a step together exceed its storage limit',
  time_limit_exceeded: 'a step exceeded its time limit; try a shorter or smaller input, or a faster model',
  memory_limit_exceeded: 'a step exceeded its memory limit',
  content_rejected: 'the external service rejects this content',
  provider_rejected: 'the external service rejects this request',
  provider_failed: 'the external service failed to do the work',
  provider_cancelled: 'the external service cancelled the work without a request to do so',
  provider_output_invalid: 'the external service returned a result that cannot be read, or another one than requested',
  provider_output_unavailable: 'the output of the external service could not be downloaded',
  rehearsed_failure: 'the rehearsal was asked to fail',
  deadline_exceeded: "the execution exceeded the tool's `maxRuntimeSeconds`",
  attempts_exhausted: 'five workers or runs crashed on the execution; the operators are alerted',
  outcome_unknown: 'a review reached `resolveBy` without evidence and was decided in your favour',
} as const;
export type FailureReason = keyof typeof FAILURE_REASONS;

/** Why an execution was cancelled: its `statusReason`. */
export const CANCEL_REASONS = {
  cancelled_before_start: 'you cancelled the execution before a worker started it',
  cancelled_by_request: 'you cancelled the execution',
  cancel_after: 'the time limit in your `Cancel-After` header has passed',
} as const;
export type CancelReason = keyof typeof CANCEL_REASONS;

/** Why an execution is under review: `review.reason`, also given as `statusReason` during the review. */
export const REVIEW_REASONS = {
  provider_does_not_know_the_call: 'the external service reports that it never received the provider call',
  provider_still_working: 'the external service is still working',
  provider_does_not_answer: 'the external service does not respond',
  provider_outcome_unknown: 'the outcome of the provider call cannot be determined',
  provider_output_unavailable: 'the work is done, but its output cannot be downloaded yet',
  provider_not_configured: 'the external service of the provider call is no longer configured in this deployment',
  look_up_failed: 'the last lookup of the outcome failed; another lookup follows',
  attempts_exhausted: 'workers crashed while they handled the provider call',
} as const;
export type ReviewReason = keyof typeof REVIEW_REASONS;

/** `contentDeleted.by` of an execution or a file. */
export const CONTENT_DELETED_BY = {
  member: 'a member of the project',
  operator: 'an operator of the platform',
  retention: 'the service, at the end of the retention period that the project has set',
} as const;

export type StatusReason = FailureReason | CancelReason | ReviewReason;
const REASON_LISTS: readonly Readonly<Record<string, string>>[] = [FAILURE_REASONS, CANCEL_REASONS, REVIEW_REASONS];

/** A word that is in two of the lists has both meanings. */
export const STATUS_REASONS = Object.fromEntries(
  REASON_LISTS.flatMap(Object.keys).map((word) => [
    word,
    REASON_LISTS.flatMap((words) => words[word] ?? []).join('; or '),
  ]),
) as Readonly<Record<StatusReason, string>>;

/** `error.status` of a failed execution: google.rpc.Code names. */
export const FAILURE_STATUSES = {
  INVALID_ARGUMENT: 'the input or the request is invalid',
  DEADLINE_EXCEEDED: 'the execution took too long',
  UNAVAILABLE: 'the external service or its outcome was not available; the input is not at fault',
  INTERNAL: 'a defect of the service',
} as const;
export type FailureStatus = keyof typeof FAILURE_STATUSES;

/**
 * The status of an execution that failed for a reason which an operation or an external service reported. A fault of
 * the service never says that the input is at fault.
 */
export const STATUS_OF_FAILURE: Readonly<Record<FailureReason, FailureStatus>> = {
  source_not_readable: 'INVALID_ARGUMENT',
  source_has_no_sound: 'INVALID_ARGUMENT',
  source_not_supported: 'INVALID_ARGUMENT',
  source_too_large: 'INVALID_ARGUMENT',
  source_is_silent: 'INVALID_ARGUMENT',
  source_too_short: 'INVALID_ARGUMENT',
  result_too_large: 'INVALID_ARGUMENT',
  target_not_met: 'INVALID_ARGUMENT',
  input_unavailable: 'INVALID_ARGUMENT',
  inputs_too_large: 'INVALID_ARGUMENT',
  artifacts_too_large: 'INVALID_ARGUMENT',
  time_limit_exceeded: 'INVALID_ARGUMENT',
  memory_limit_exceeded: 'INVALID_ARGUMENT',
  content_rejected: 'INVALID_ARGUMENT',
  provider_rejected: 'INVALID_ARGUMENT',
  provider_failed: 'UNAVAILABLE',
  provider_cancelled: 'UNAVAILABLE',
  provider_output_invalid: 'UNAVAILABLE',
  provider_output_unavailable: 'UNAVAILABLE',
  rehearsed_failure: 'INVALID_ARGUMENT',
  deadline_exceeded: 'DEADLINE_EXCEEDED',
  attempts_exhausted: 'INTERNAL',
  outcome_unknown: 'UNAVAILABLE',
};

/** The environment of a project, fixed at its creation. */
export const ENVIRONMENTS = {
  live: 'real money and real external services; keys begin with `fb_live_`',
  test: 'play money and simulated external services; keys begin with `fb_test_`',
} as const;
export type Environment = keyof typeof ENVIRONMENTS;

/** The types of list items: every parameter type except a list. */
export const TEMPLATE_ITEM_TYPES = {
  string: 'a text: one of `enum`, or at most `maxLength` characters',
  integer: 'a whole number from `minimum` to `maximum`',
  number: 'a number from `minimum` to `maximum`',
  boolean: 'true or false',
  file: 'a file of the project, given as `{"fileId": …}`',
} as const;
export const TEMPLATE_PARAMETER_TYPES = {
  ...TEMPLATE_ITEM_TYPES,
  array: 'a list of `items`, at most `maxItems`',
} as const;
