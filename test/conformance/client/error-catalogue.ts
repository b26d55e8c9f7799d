/** The contract's table of errors (section 2): message → its HTTP code and status. */
const table = {
  '400 INVALID_ARGUMENT':
    'invalid_json invalid_request request_too_large file_too_large file_content_mismatch unsupported_media_type url_not_fetched idempotency_key_required ' +
    'idempotency_key_invalid invalid_arguments too_many_steps tool_mismatch file_not_usable',
  '400 FAILED_PRECONDITION':
    'price_version_mismatch maximum_charge_too_low execution_already_finished template_limit_reached',
  '401 UNAUTHENTICATED': 'invalid_api_key invalid_runner_key',
  '403 PERMISSION_DENIED': 'platform_api_key_scope_required project_permission_required execution_cancel_forbidden',
  '404 NOT_FOUND':
    'not_found tool_not_found tool_unavailable execution_not_found artifact_unavailable upload_url_not_usable event_url_not_usable ' +
    'template_not_found batch_not_found run_not_found',
  '409 ALREADY_EXISTS': 'idempotency_key_conflict upload_url_used',
  '409 ABORTED': 'run_lease_lost run_ended',
  '429 RESOURCE_EXHAUSTED': 'rate_limit_exceeded insufficient_balance monthly_cap_reached storage_quota_reached',
  '500 INTERNAL': 'internal_error',
  '503 UNAVAILABLE': 'execution_disabled tool_temporarily_unavailable service_unavailable',
};

/** `message` → `HTTP STATUS`. */
export const ERRORS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(table).flatMap(([kind, messages]) => messages.split(' ').map((message) => [message, kind])),
);

/** Uploads in parts use the codes of tus for errors of the protocol. */
export const RESUMABLE_ERRORS: typeof ERRORS = {
  ...ERRORS,
  upload_not_found: '404 NOT_FOUND',
  upload_offset_conflict: '409 ABORTED',
  tus_version_unsupported: '412 FAILED_PRECONDITION',
  upload_too_large: '413 INVALID_ARGUMENT',
  upload_media_type: '415 INVALID_ARGUMENT',
  too_many_open_uploads: '429 RESOURCE_EXHAUSTED',
};
