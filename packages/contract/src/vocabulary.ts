/**
 * The closed lists of words that an execution, a quote or the catalog can say, each with its meaning. Types, the OpenAPI document and
 * docs/vocabulary.md derive from them; a word that is not here cannot be said.
 */
import type { Engine } from '@farebox/kernel';

/** Kinds of work, each done by a worker app of its own. */
export const ENGINE_WORDS = {
  image: 'pictures, on our own machines',
  av: 'sound and video, on our own machines',
  provider: 'a call to an external service, which costs money',
} as const satisfies Readonly<Record<Engine, string>>;

export const CATEGORIES = {
  image: 'makes or examines pictures',
  audio: 'makes or examines sound',
  video: 'makes or examines video',
  pipeline: 'runs other tools one after the other',
  development: 'for trying out a client; offered on request only',
} as const;
export type Category = keyof typeof CATEGORIES;

/** What a price counts. */
export const UNITS = {
  megapixel: 'a started million pixels of the larger of source and result',
  image: 'a picture made',
  second: 'a started second of sound or video',
  'megapixel-second': 'a started million pixels × seconds of the larger of source and result video',
  '100 characters': 'a started hundred characters of text',
  run: 'a call of the service',
  step: 'a step that was done',
  call: 'the external cost of a call, in a failure or a cancellation',
  minimum: 'what lifts a bill to its minimum charge',
} as const;
export type Unit = keyof typeof UNITS;

/** What a step can be. */
export const STEP_STATUS_WORDS = {
  pending: 'it has not begun',
  running: 'it is being done, or a paid call of it is under way',
  unknown: 'its paid call has an outcome that nobody knows yet',
  succeeded: 'it is done, and its artifacts are there',
  failed: 'it ended the execution',
  cancelled: 'it was stopped',
  skipped: 'it was not begun, and never will be',
} as const;
export type StepStatus = keyof typeof STEP_STATUS_WORDS;

/** Why an execution failed: `error.message`, and `statusReason` with it. */
export const FAILURE_REASONS = {
  source_not_readable: 'the input is damaged or not what it claims to be',
  source_has_no_sound: 'the input has no track of sound',
  source_not_supported:
    'the input has channels or a sample rate that the result cannot have; another format, `channels` or `sampleRateHz` may do',
  source_too_large: 'the input has more pixels, more pictures a second, or lasts longer, than the tool takes',
  source_is_silent: 'the input is silent throughout, or too short for its loudness to be measured',
  source_too_short: 'the input ends before the part that is asked for',
  result_too_large: 'the result would be larger than the tool makes',
  target_not_met: 'no result meets the target, and the arguments ask for none then',
  input_unavailable: 'an input is past its retrieval period',
  inputs_too_large: 'the inputs of a step are together larger than it takes',
  artifacts_too_large: 'the artifacts of a step are together larger than it may store',
  time_limit_exceeded:
    'a step took longer than it may, as long and large videos can; a shorter or smaller one, or a faster model, may do',
  memory_limit_exceeded: 'a step used more memory than it may',
  content_rejected: 'the external service refuses this content',
  provider_rejected: 'the external service refuses this request',
  provider_failed: 'the external service could not do it',
  provider_cancelled: 'the external service stopped the work by itself',
  provider_output_invalid: 'the external service delivered something else than promised',
  provider_output_unavailable: 'what the external service made could not be fetched',
  rehearsed_failure: 'the rehearsal was asked to fail',
  deadline_exceeded: "the tool's `maxRuntimeSeconds` has passed",
  attempts_exhausted: 'five workers or runs crashed on it; the operators are told',
  outcome_unknown: 'a review ended at `resolveBy` without evidence, in your favour',
} as const;
export type FailureReason = keyof typeof FAILURE_REASONS;

/** Why an execution was cancelled: its `statusReason`. */
export const CANCEL_REASONS = {
  cancelled_before_start: 'you cancelled it before a worker began',
  cancelled_by_request: 'you cancelled it',
  cancel_after: 'the `Cancel-After` that you sent has passed',
} as const;
export type CancelReason = keyof typeof CANCEL_REASONS;

/** Why an execution is under review: `review.reason`, and its `statusReason` meanwhile. */
export const REVIEW_REASONS = {
  provider_does_not_know_the_call: 'the external service says that it never heard of the call',
  provider_still_working: 'the external service is still at work',
  provider_does_not_answer: 'the external service does not answer',
  provider_outcome_unknown: 'nobody can tell what became of the call',
  provider_output_unavailable: 'the work is done, and its output cannot be fetched yet',
  provider_not_configured: 'the external service of the call is no longer configured here',
  look_up_failed: 'the last look at it did not succeed; another follows',
  attempts_exhausted: 'workers crashed while they looked after the call',
} as const;
export type ReviewReason = keyof typeof REVIEW_REASONS;

/** `contentDeleted.by` of an execution or a file. */
export const CONTENT_DELETED_BY = {
  member: 'somebody of the project',
  operator: 'an operator of the platform',
  retention: 'the service, after the period that the project has set',
} as const;

export type StatusReason = FailureReason | CancelReason | ReviewReason;
const REASON_LISTS: readonly Readonly<Record<string, string>>[] = [FAILURE_REASONS, CANCEL_REASONS, REVIEW_REASONS];

/** A word that two of the lists have has both meanings. */
export const STATUS_REASONS = Object.fromEntries(
  REASON_LISTS.flatMap(Object.keys).map((word) => [
    word,
    REASON_LISTS.flatMap((words) => words[word] ?? []).join('; or '),
  ]),
) as Readonly<Record<StatusReason, string>>;

/** `error.status` of a failed execution: google.rpc.Code names. */
export const FAILURE_STATUSES = {
  INVALID_ARGUMENT: 'the input or the request is at fault',
  DEADLINE_EXCEEDED: 'it took too long',
  UNAVAILABLE: 'an outcome could not be learned',
  INTERNAL: 'a defect of ours',
} as const;
export type FailureStatus = keyof typeof FAILURE_STATUSES;

/** What a project is, for ever. */
export const ENVIRONMENTS = {
  live: 'real money and real external services; keys begin with `fb_live_`',
  test: 'play money and a simulator of external services; keys begin with `fb_test_`',
} as const;
export type Environment = keyof typeof ENVIRONMENTS;

/** Of a list: anything but a list. */
export const TEMPLATE_ITEM_TYPES = {
  string: 'a text: one of `enum`, or of `maxLength` characters at most',
  integer: 'a whole number from `minimum` to `maximum`',
  number: 'a number from `minimum` to `maximum`',
  boolean: 'true or false',
  file: 'a file of the project, given as `{"fileId": …}`',
} as const;
export const TEMPLATE_PARAMETER_TYPES = {
  ...TEMPLATE_ITEM_TYPES,
  array: 'a list of `items`, `maxItems` at most',
} as const;
