/** Results of MCP tools: structured data with the same data as text, or an error of the API with advice for the model. */
import type { CallToolResult, ResourceLink } from '@modelcontextprotocol/server';
import { type AppError, ERRORS, type ErrorMessage } from '@farebox/contract';

export const success = (
  data: Readonly<Record<string, unknown>>,
  links: readonly ResourceLink[] = [],
): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(data) }, ...links],
  structuredContent: { ...data },
});

export interface Problem {
  readonly message: string;
  /** The next step for the model. */
  readonly advice: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A tool result and not a protocol error, so that the model reads it and can correct the call. */
export const failure = (error: Problem): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify({ error }) }],
  isError: true,
});

/** Advice for models, where it differs from the advice for programs. */
const ADVICE: Partial<Record<ErrorMessage, string>> = {
  invalid_arguments:
    'Nothing was charged. Correct the arguments that details.fields names; call describe_tool for the schema.',
  invalid_request: 'Nothing was charged. Correct the fields that details.fields names.',
  price_version_mismatch: 'Nothing was charged. Prices have changed. Call quote again and decide again.',
  maximum_charge_too_low:
    'Nothing was charged. The price of this input has changed. Call quote again and decide again.',
  insufficient_balance:
    'Nothing was charged. Tell the user to add funds; details has the available amount. Do not try again before.',
  monthly_cap_reached:
    'Nothing was charged. A budget that you cannot raise is used up; details has the remaining amount. Tell the user; do not try again.',
  tool_not_found: 'Call list_tools for the names of the tools.',
  execution_not_found: 'Use an executionId that execute returned.',
  file_not_usable: 'Use a fileId of this project, from upload_file or from the artifacts of an execution.',
  idempotency_key_conflict: 'This quote was executed with another key or input. Call quote again.',
  service_unavailable: 'The service is unreachable or busy. Try again in some seconds.',
  request_too_large: 'Send at most 64 KiB. For a larger file, call upload_file without data.',
};

export const adviceOf = ({ message }: AppError): string => ADVICE[message] ?? ERRORS[message].advice;

export const failureOf = (error: AppError): CallToolResult =>
  failure({ message: error.message, advice: adviceOf(error), details: error.details });

/** Whether a paid request may have been accepted in spite of the error. */
export const isUnknown = ({ message, details }: AppError): boolean =>
  ERRORS[message].http >= 500 && details?.['accepted'] !== false;
