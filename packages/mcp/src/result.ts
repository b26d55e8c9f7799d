/**
 * Results of MCP tools: data as one text, or an error of the API with advice for the model. The data are sent once, as the
 * text that every host shows to its model (decision 0580), and are within the bound of a result unless the model asked for more.
 */
import type { CallToolResult, ImageContent } from '@modelcontextprotocol/server';
import { type AppError, ERRORS, type ErrorMessage } from '@farebox/contract';
import { type Data, shortened } from './short/shorten.ts';
import { fits } from './short/size.ts';

export const success = (data: Data, images: readonly ImageContent[] = []): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(shortened(data)) }, ...images],
});

/** Everything, of any size: only for a model that asked for it. */
export const whole = (data: Data): CallToolResult => ({ content: [{ type: 'text', text: JSON.stringify(data) }] });

export interface Problem {
  readonly message: string;
  /** The next step for the model. */
  readonly advice: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A tool result and not a protocol error, so that the model reads it and can correct the call. */
export const failure = ({ details, ...problem }: Problem): CallToolResult => {
  const errorWith = (fieldsMax: number): Data =>
    details === undefined ? problem : { ...problem, details: withFewFields(details, fieldsMax) };
  const fieldsMax = FIELDS_MAX.find((count) => fits({ error: errorWith(count) })) ?? 1;
  return { ...success({ error: errorWith(fieldsMax) }), isError: true };
};

/** The first problems are enough to correct a call. */
const FIELDS_MAX = [20, 10, 5, 2];
const PROBLEM_CHARACTERS_MAX = 200;

function withFewFields(details: Data, fieldsMax: number): Data {
  const { fields } = details;
  if (typeof fields !== 'object' || fields === null) return details;
  const all = Object.entries(fields);
  const first = all.slice(0, fieldsMax).map(([at, problem]) => [at, briefly(problem)] as const);
  const more = all.length - first.length;
  return { ...details, fields: Object.fromEntries(first), ...(more > 0 ? { fieldsNotShown: more } : {}) };
}

const briefly = (problem: unknown): unknown =>
  typeof problem === 'string' && problem.length > PROBLEM_CHARACTERS_MAX
    ? `${problem.slice(0, PROBLEM_CHARACTERS_MAX).toWellFormed()}…`
    : problem;

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
  artifact_unavailable: 'Use a fileId from the artifacts of this execution, before its expiresAt.',
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
