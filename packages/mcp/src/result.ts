/** What a tool answers: data for programs and the same as text, or what went wrong in the API's own words with what to do about it. */
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
  /** What to do, for a model. */
  readonly advice: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A result and no protocol error: a model reads it, and corrects itself. */
export const failure = (error: Problem): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify({ error }) }],
  isError: true,
});

/** What a model has to do differently than a program. */
const ADVICE: Partial<Record<ErrorMessage, string>> = {
  invalid_arguments:
    'Nothing was charged. Correct the arguments named in details.fields; describe_tool has the schema.',
  invalid_request: 'Nothing was charged. Correct the fields named in details.fields.',
  price_version_mismatch: 'Nothing was charged. Prices have changed: call quote again and decide anew.',
  maximum_charge_too_low: 'Nothing was charged. What this costs has changed: call quote again and decide anew.',
  insufficient_balance:
    'Nothing was charged. Tell the person that funds have to be added; details say how much there is. Do not try again before.',
  monthly_cap_reached:
    'Nothing was charged. A budget that you cannot raise is used up; details say what is left. Tell the person; do not try again.',
  tool_not_found: 'Call list_tools for the names of tools.',
  execution_not_found: 'Use an executionId as execute answered it.',
  file_not_usable: 'Use a fileId of this project: of upload_file, or of the artifacts of an execution.',
  idempotency_key_conflict: 'This quote was executed with another key or input. Call quote again.',
  service_unavailable: 'The service cannot be reached or is busy: try again in some seconds.',
  request_too_large: 'Keep what is sent within 64 KiB; for a larger file call upload_file without data.',
};

export const adviceOf = ({ message }: AppError): string => ADVICE[message] ?? ERRORS[message].advice;

export const failureOf = (error: AppError): CallToolResult =>
  failure({ message: error.message, advice: adviceOf(error), details: error.details });

/** Whether a paid request may have been accepted all the same. */
export const isUnknown = ({ message, details }: AppError): boolean =>
  ERRORS[message].http >= 500 && details?.['accepted'] !== false;
