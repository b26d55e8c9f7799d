/**
 * Turns an SDK error into the end of a command: an exit code and one line, in the words of the API and of the tool's
 * schema.
 */
import { type ErrorCode, FareboxError, dollars } from '@farebox/sdk';
import { CommandError, type Exit } from '../program/exit-codes.ts';
import { plain } from '../program/table.ts';

const EXITS: Partial<Record<ErrorCode, Exit>> = {
  network_failed: 'unreachable',
  unexpected_response: 'unreachable',
  internal_error: 'unreachable',
  service_unavailable: 'unreachable',
  tool_temporarily_unavailable: 'unreachable',
  execution_disabled: 'unreachable',
  rate_limit_exceeded: 'unreachable',
  artifact_corrupted: 'unreachable',
  outcome_unknown: 'unfinished',
  execution_under_review: 'unfinished',
  execution_failed: 'unsuccessful',
  execution_cancelled: 'unsuccessful',
  ceiling_exceeded: 'ceiling',
  invalid_arguments: 'usage',
};

/** A command has no request name, which the advice of the SDK is about. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  outcome_unknown: 'The outcome is not known yet: the same command continues, and pays nothing twice.',
};

export type Fields = Readonly<Record<string, string>>;

/** @param wordsOf names a position in the arguments as the user wrote it. */
export function failureOf(error: unknown, wordsOf: (fields: Fields) => string = fieldsText): unknown {
  if (isAbort(error))
    return new CommandError('unfinished', 'stopped waiting; the same command continues, and pays nothing twice');
  if (!(error instanceof FareboxError)) return error;
  return new CommandError(EXITS[error.code] ?? 'refused', plain(textOf(error, wordsOf)));
}

export const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

function textOf(error: FareboxError, wordsOf: (fields: Fields) => string): string {
  const { code, advice, details, execution, requestId } = error;
  if (execution !== null) {
    const reason = execution.error?.message ?? execution.statusReason ?? '';
    const cost = execution.chargedMicros === null ? '' : `charged ${dollars(execution.chargedMicros)} USD`;
    return [`${execution.id}: ${execution.status}`, reason, cost].filter(Boolean).join(', ');
  }
  const { fields, ...rest } = details as { readonly fields?: Fields };
  if (code === 'invalid_arguments' && fields !== undefined) return wordsOf(fields);
  const others = Object.entries(rest).map(([name, value]) => factText(name, value));
  const cause = code === 'network_failed' || code === 'outcome_unknown' ? innermost(error.cause) : '';
  const found = [...(fields === undefined ? [] : [fieldsText(fields)]), ...others, cause].filter(Boolean).join('; ');
  return [`${code}: ${ADVICE[code] ?? advice}`, found, requestId === null ? '' : `[${requestId}]`]
    .filter(Boolean)
    .join(' ');
}

/** Node hides the reason of a failed connection in the cause of the cause. */
const innermost = (cause: unknown): string =>
  cause instanceof Error ? innermost(cause.cause) || cause.message.trim() : '';

const factText = (name: string, value: unknown): string =>
  name.endsWith('Micros') && Number.isSafeInteger(value) && Number(value) >= 0
    ? `${name.slice(0, -'Micros'.length)}: ${dollars(Number(value))} USD`
    : `${name}: ${JSON.stringify(value)}`;

const fieldsText = (fields: Fields): string =>
  Object.entries(fields)
    .map(([field, reason]) => `${field} ${reason}`)
    .join('; ');
