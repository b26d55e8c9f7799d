/** Says in one line why a call failed, from the facts of its error. */
import { dollars, isAmount } from './money.ts';
import type { Execution } from './types.ts';

export interface ErrorFacts {
  /** The HTTP status code; null if there was no response. */
  readonly http?: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId?: string | null;
  readonly documentation?: string | null;
  readonly execution?: Execution | null;
  /** The name of the paid request. */
  readonly request?: string | null;
  readonly cause?: unknown;
  /** Another possible reason. */
  readonly hint?: string;
}

export function reasonOf({ execution = null, details = {}, cause, hint = '' }: ErrorFacts): string {
  if (execution !== null) return endOf(execution);
  const { fields, ...others } = details as { readonly fields?: Readonly<Record<string, unknown>> };
  const parts = [
    ...Object.entries(fields ?? {}).map(([field, problem]) => `${field} ${String(problem)}`),
    ...Object.entries(others).map(([name, value]) => factOf(name, value)),
    causeOf(cause),
    hint,
  ];
  return parts.filter((part) => part !== '').join('; ');
}

function endOf({ id, status, error, statusReason, chargedMicros }: Execution): string {
  const why = error?.message ?? statusReason ?? '';
  const charge = isAmount(chargedMicros) ? `charged $${dollars(chargedMicros)}` : 'the charge is not known yet';
  return [`${id} is ${status}`, why, charge].filter((part) => part !== '').join(', ');
}

const MICROS = /Micros$/;

function factOf(name: string, value: unknown): string {
  if (isAmount(value) && MICROS.test(name)) return `${name.replace(MICROS, '')} $${dollars(value)}`;
  return `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

/** Runtimes hide the reason of a failed connection in the cause of the cause. */
function causeOf(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  if ('code' in cause && cause.name === 'FareboxError') return String(cause.code);
  const inner = cause.cause instanceof Error ? cause.cause.message : '';
  return inner === '' ? cause.message : inner;
}
