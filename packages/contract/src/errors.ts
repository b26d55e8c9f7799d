/**
 * The error catalogue: every failure that a client can see, declared once. HTTP responses, OpenAPI, SDK retries and docs derive from it.
 * Source: the wire contract, section 2. `message` is the stable reason; `advice` tells the client how to proceed.
 */

interface ErrorEntry {
  readonly http: 400 | 401 | 403 | 404 | 409 | 429 | 500 | 503;
  /** A google.rpc.Code name. */
  readonly status: string;
  readonly advice: string;
  /**
   * Whether the same request may succeed if it is sent again unchanged, now or after Retry-After. This says nothing about safety: a paid request
   * whose outcome is unknown may always be sent again under its Idempotency-Key.
   */
  readonly retryable: boolean;
}

const invalid = (advice: string) => ({ http: 400, status: 'INVALID_ARGUMENT', advice, retryable: false }) as const;
const precondition = (advice: string) =>
  ({ http: 400, status: 'FAILED_PRECONDITION', advice, retryable: false }) as const;
const denied = (advice: string) => ({ http: 403, status: 'PERMISSION_DENIED', advice, retryable: false }) as const;
const absent = (advice: string) => ({ http: 404, status: 'NOT_FOUND', advice, retryable: false }) as const;
const exhausted = (advice: string) => ({ http: 429, status: 'RESOURCE_EXHAUSTED', advice, retryable: false }) as const;
const unavailable = (advice: string) => ({ http: 503, status: 'UNAVAILABLE', advice, retryable: true }) as const;

export const ERRORS = {
  invalid_json: invalid(
    'Send one JSON object in UTF-8, at most 32 levels deep, without duplicate members or numbers that lose precision.',
  ),
  invalid_request: invalid('Correct the fields that details.fields names.'),
  request_too_large: invalid(
    'Keep a JSON body within 64 KiB, within 1 MiB for a batch, and the reply of a runner within 128 KiB.',
  ),
  file_too_large: invalid(
    'Upload at most 12 MiB, and no more than the upload URL allows. Send larger audio or video as a resumable upload.',
  ),
  file_content_mismatch: invalid(
    'Declare the MIME type that the bytes really have, and send the complete file; details.fields names the part that is wrong or not supported.',
  ),
  unsupported_media_type: invalid(
    'Send Content-Type: application/json. For an upload, declare a MIME type that the endpoint lists.',
  ),
  url_not_fetched: invalid(
    'Check the URL; details.reason says why its file could not be fetched. A host that was unreachable or too slow may answer later.',
  ),
  idempotency_key_required: invalid('Send an Idempotency-Key header.'),
  idempotency_key_invalid: invalid('Use 8 to 128 ASCII letters, digits and the characters . _ : -'),
  invalid_arguments: invalid("Send arguments that match the tool's inputSchema; details.fields names the problems."),
  too_many_steps: invalid('Send at most 20 steps.'),
  tool_mismatch: invalid('Send the same tool name in the path and in the body.'),
  file_not_usable: invalid('Use a file of this project that has not expired and whose type the tool accepts.'),
  price_version_mismatch: precondition(
    'Prices, a tool of the operator or the active template version have changed. Request a new quote.',
  ),
  maximum_charge_too_low: precondition('Send the maximumChargeMicros of the quote.'),
  template_limit_reached: precondition(
    'A project can have 100 templates with 100 versions each. Use another template, or a version that exists.',
  ),
  execution_already_finished: precondition('The execution has ended and can no longer be cancelled. Read its result.'),
  execution_not_finished: precondition(
    'Wait until the execution has ended, or cancel it, before you delete its content (operator API only).',
  ),
  price_change_begun: precondition(
    'The prices are in force, take effect within ten seconds, or were cancelled. Publish others (operator API only).',
  ),
  review_not_open: precondition(
    'The review has ended, or evidence is being looked up right now. Read the execution, then retry (operator API only).',
  ),
  review_has_evidence: precondition(
    'A stored provider response decides this review. Wait until a worker has processed it (operator API only).',
  ),
  export_not_possible: precondition(
    'Wait until the current export has ended, or cancel an export that is kept; see details (operator API only).',
  ),
  too_many_keys: precondition('Revoke API keys of the project that are not in use (operator API only).'),
  too_many_projects: precondition(
    'Archive a project of the organization that is not in use, or ask a platform operator to create the new one; see details (operator API only).',
  ),
  too_many_webhooks: precondition(
    'A project can have ten webhook endpoints. Remove one, then create the new one (operator API only).',
  ),
  last_admin: precondition('Give another member the ADMIN role first; see details (operator API only).'),
  project_archived: precondition('Ask a platform operator to unarchive the project (operator API only).'),
  project_not_idle: precondition(
    'Wait until all executions of the project have ended, or cancel them; see details (operator API only).',
  ),
  invalid_api_key: {
    http: 401,
    status: 'UNAUTHENTICATED',
    advice: 'Send Authorization: Bearer <API_KEY> with a key that has neither expired nor been revoked.',
    retryable: false,
  },
  invalid_runner_key: {
    http: 401,
    status: 'UNAUTHENTICATED',
    advice: 'Send Authorization: Bearer <RUNNER_KEY> with a runner key that has not been revoked (runners only).',
    retryable: false,
  },
  invalid_session: {
    http: 401,
    status: 'UNAUTHENTICATED',
    advice: 'Sign in again (operator API only).',
    retryable: false,
  },
  platform_api_key_scope_required: denied('Use a key that has the scope of this endpoint.'),
  project_permission_required: denied(
    "The role of the caller or of the key's owner does not allow this, or the project's execution is switched off.",
  ),
  execution_cancel_forbidden: denied(
    'Cancel with the key that created the execution, or with a key whose owner is an ADMIN of the project.',
  ),
  not_found: absent(
    'Check the method, the path and the ids in it. In the operator API details.missing says what does not exist.',
  ),
  tool_not_found: absent('Read the catalog for the names of the tools.'),
  tool_unavailable: absent('The external service of this tool is not configured in this deployment.'),
  execution_not_found: absent('Check the execution id.'),
  batch_not_found: absent('Check the batch id.'),
  template_not_found: absent('Check the name and the version of the template.'),
  artifact_unavailable: absent('The artifact does not exist, or its retrieval period has ended.'),
  upload_url_not_usable: absent(
    'The upload URL is invalid or expired, or its key may no longer upload. Create a new upload URL.',
  ),
  event_url_not_usable: absent('The event URL is invalid or expired, or its key was revoked. Create a new event URL.'),
  run_not_found: absent('Stop the work: the tool of this runner key has no such run (runners only).'),
  invitation_not_usable: absent(
    'The code is wrong, used, expired, revoked or for another person. Ask for a new invitation (operator API only).',
  ),
  price_instant_taken: {
    http: 409,
    status: 'ALREADY_EXISTS',
    retryable: false,
    advice:
      'details.priceVersion takes effect at that instant. Cancel it first, or choose another instant (operator API only).',
  },
  idempotency_key_conflict: {
    http: 409,
    status: 'ALREADY_EXISTS',
    advice: 'This key was used for another request. Check the original body: a new key starts a new paid execution.',
    retryable: false,
  },
  upload_url_used: {
    http: 409,
    status: 'ALREADY_EXISTS',
    advice:
      'A `PUT` to this URL has stored a file; details.fileId names it. Create a new upload URL for another file. A runner gets this for other bytes than it has put before, with details.sizeBytes of those.',
    retryable: false,
  },
  run_lease_lost: {
    http: 409,
    status: 'ABORTED',
    advice: 'Stop the work: the run was given to another claim (runners only).',
    retryable: false,
  },
  run_ended: {
    http: 409,
    status: 'ABORTED',
    advice: 'Stop the work: the run has another end, which stays (runners only).',
    retryable: false,
  },
  rate_limit_exceeded: { ...exhausted('Wait as many seconds as Retry-After says, then retry.'), retryable: true },
  insufficient_balance: exhausted('Add funds to the project; see details.'),
  monthly_cap_reached: exhausted('Raise the monthly cap, or wait for the next calendar month in UTC; see details.'),
  storage_quota_reached: exhausted(
    'Wait until older files of the project or of its organization expire. Without funds the quota is small: add some; see details.',
  ),
  internal_error: {
    http: 500,
    status: 'INTERNAL',
    advice: 'Report the requestId to the operators of this deployment.',
    retryable: false,
  },
  // Not retryable: the switch stays off until a person turns it on.
  execution_disabled: { ...unavailable('Execution is switched off. Try again later.'), retryable: false },
  tool_temporarily_unavailable: unavailable('A service that this tool needs is failing. Try again later.'),
  service_unavailable: unavailable('Send the same request again with the same Idempotency-Key.'),
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorMessage = keyof typeof ERRORS;
export const ERROR_MESSAGES = Object.keys(ERRORS) as readonly ErrorMessage[];

/** Errors that can block a well-formed execution: the gates that a quote checks, in their order. */
export const BLOCKERS = [
  'platform_api_key_scope_required',
  'project_permission_required',
  'tool_unavailable',
  'tool_temporarily_unavailable',
  'execution_disabled',
  'monthly_cap_reached',
  'insufficient_balance',
] as const satisfies readonly ErrorMessage[];
export type Blocker = (typeof BLOCKERS)[number];

export interface AppErrorExtras {
  /** Shown to the client as `error.details`. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds, as the Retry-After header. */
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** An expected failure that is shown to the client. Any other exception is a defect: 500 `internal_error`. */
export class AppError extends Error {
  override readonly name = 'AppError';
  override readonly message: ErrorMessage;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(message: ErrorMessage, extras: AppErrorExtras = {}) {
    super(message, { cause: extras.cause });
    this.message = message;
    this.details = extras.details;
    this.retryAfterSeconds = extras.retryAfterSeconds;
  }
}

/** Maps each field to its problem: a JSON Pointer into the body ("" is the whole body), `query:<name>` or `header:<name>`, on every route. */
export type FieldProblems = Readonly<Record<string, string>>;

/** Why a body is not JSON that this API accepts. */
export type JsonProblem =
  | 'syntax'
  | 'not_utf8'
  | 'not_an_object'
  | 'duplicate_member'
  | 'nul_or_lone_surrogate'
  | 'too_deep'
  | 'inexact_number';

/** Why the file of a URL was not fetched. `unreachable` has one meaning for the client, whatever the cause. */
export type FetchProblem = 'not_https' | 'unreachable' | 'http_status' | 'too_large' | 'timed_out';

/** @param place where, or the limit that was exceeded. */
export const invalidJson = (reason: JsonProblem, place: Readonly<Record<string, number>> = {}): AppError =>
  new AppError('invalid_json', { details: { reason, ...place } });

export const invalidRequest = (fields: FieldProblems): AppError =>
  new AppError('invalid_request', { details: { fields } });
