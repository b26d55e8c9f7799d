/**
 * The error catalogue: every failure a client can see, once. HTTP, OpenAPI, what the SDK sends again, and docs derive from it.
 * Source: the wire contract, section 2. `message` is the stable reason; `advice` is what the client should do.
 */

interface ErrorEntry {
  readonly http: 400 | 401 | 403 | 404 | 409 | 429 | 500 | 503;
  /** A google.rpc.Code name. */
  readonly status: string;
  readonly advice: string;
  /**
   * Whether the same request, sent again as it is, in a moment or after Retry-After, may well succeed. That it does no harm is another matter: a paid
   * one whose outcome is unknown is sent again under its key, whatever stands here.
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
  invalid_json: invalid('Send one JSON object in UTF-8, nested at most 32 deep.'),
  invalid_request: invalid('Correct the fields named in details.fields.'),
  request_too_large: invalid('Keep a JSON body within 64 KiB, that of a batch within 1 MiB.'),
  file_too_large: invalid('Keep an uploaded file within 12 MiB, and within what its address was made for.'),
  file_content_mismatch: invalid('Declare the type the bytes really have, and send the whole file.'),
  unsupported_media_type: invalid('Send Content-Type: application/json, and one of the listed MIME types.'),
  idempotency_key_required: invalid('Send an Idempotency-Key header.'),
  idempotency_key_invalid: invalid('Use 8 to 128 letters, digits and the characters . _ : -'),
  invalid_arguments: invalid("Make arguments valid against the tool's inputSchema; see details.fields."),
  too_many_steps: invalid('Use at most 20 steps.'),
  tool_mismatch: invalid('Name the same tool in the path and in the body.'),
  file_not_usable: invalid('Refer to a file of this project that is retrievable and of a type the tool takes.'),
  price_version_mismatch: precondition('Prices have changed: fetch a new quote.'),
  maximum_charge_too_low: precondition("Send the quote's maximumChargeMicros."),
  template_limit_reached: precondition(
    'A project holds 100 templates, and each 100 versions: use another template, or a version that is there.',
  ),
  execution_already_finished: precondition('Read the execution; it can no longer be cancelled.'),
  execution_not_finished: precondition(
    'Its content is needed until it has ended: wait for its end, or cancel it (operator API only).',
  ),
  price_change_begun: precondition(
    'These prices are in force, begin within ten seconds, or were cancelled: publish others instead (operator API only).',
  ),
  review_not_open: precondition(
    'Read the execution: its review has ended, or evidence is being looked for just now; try again (operator API only).',
  ),
  review_has_evidence: precondition(
    'A response is stored and decides: wait until a worker has taken it (operator API only).',
  ),
  export_not_possible: precondition(
    'Wait until the export that is under way has ended, or cancel one of those that are kept; see details (operator API only).',
  ),
  too_many_keys: precondition('Revoke keys of the project that are not used (operator API only).'),
  too_many_webhooks: precondition('A project has ten endpoints at most: remove one first (operator API only).'),
  last_admin: precondition('Make somebody else an ADMIN first; see details (operator API only).'),
  project_archived: precondition('An operator takes the project from the archive (operator API only).'),
  project_not_idle: precondition(
    'Wait until its executions have ended, or cancel them; see details (operator API only).',
  ),
  invalid_api_key: {
    http: 401,
    status: 'UNAUTHENTICATED',
    advice: 'Send Authorization: Bearer <API_KEY> with a live key.',
    retryable: false,
  },
  invalid_session: {
    http: 401,
    status: 'UNAUTHENTICATED',
    advice: 'Sign in again (operator API only).',
    retryable: false,
  },
  platform_api_key_scope_required: denied('Use a key that has the scope this endpoint needs.'),
  project_permission_required: denied(
    "The key's owner may not do this in the project, or its execution is switched off.",
  ),
  execution_cancel_forbidden: denied('Cancel with the key that created the execution, or as an ADMIN of the project.'),
  not_found: absent('Check method and path.'),
  tool_not_found: absent('Read the catalog for the names of tools.'),
  tool_unavailable: absent('The external service of this tool is not configured here.'),
  execution_not_found: absent('Check the execution id.'),
  batch_not_found: absent('Check the batch id.'),
  template_not_found: absent('Check the name and the version of the template.'),
  artifact_unavailable: absent('The artifact does not exist or is past its retrieval period.'),
  upload_url_not_usable: absent(
    'The address was not made here, has ended, or its key may no longer be used: ask for another.',
  ),
  invitation_not_usable: absent(
    'The code is wrong, was used, has ended, was taken back or is for somebody else: ask for another (operator API only).',
  ),
  idempotency_key_conflict: {
    http: 409,
    status: 'ALREADY_EXISTS',
    advice: 'This key was used for another request. Do not casually start a new execution.',
    retryable: false,
  },
  upload_url_used: {
    http: 409,
    status: 'ALREADY_EXISTS',
    advice:
      'A `PUT` to this address has stored a file: details.fileId names it. Ask for another address for another file.',
    retryable: false,
  },
  rate_limit_exceeded: { ...exhausted('Wait as Retry-After says.'), retryable: true },
  insufficient_balance: exhausted('Add funds; see details.'),
  monthly_cap_reached: exhausted('Raise the monthly cap or wait for the next UTC month; see details.'),
  storage_quota_reached: exhausted('Wait until older files expire, or add funds if there are none; see details.'),
  internal_error: { http: 500, status: 'INTERNAL', advice: 'Report the requestId.', retryable: false },
  // Until somebody switches it on.
  execution_disabled: { ...unavailable('Execution is switched off; try again later.'), retryable: false },
  tool_temporarily_unavailable: unavailable("The tool's external service is failing; try again later."),
  service_unavailable: unavailable('Resend the same request with the same Idempotency-Key.'),
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorMessage = keyof typeof ERRORS;
export const ERROR_MESSAGES = Object.keys(ERRORS) as readonly ErrorMessage[];

/** What can stand in the way of an execution that is well formed: the gates that a quote looks at, in their order. */
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

/** An expected failure on its way to the client. Anything else that is thrown is a defect: 500 `internal_error`. */
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

/** `place → reason`: a JSON Pointer into the body ("" is the whole), `query:<name>` or `header:<name>`. The same on every route. */
export type FieldProblems = Readonly<Record<string, string>>;

export const invalidRequest = (fields: FieldProblems): AppError =>
  new AppError('invalid_request', { details: { fields } });
