/**
 * Sends one request to the operator API and returns its response, or the reason for its failure. An act carries an
 * Idempotency-Key, so that a request with a lost response is repeated without acting twice.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ERRORS, type ErrorBody } from '@farebox/contract';
import { CommandError } from '../program/exit-codes.ts';
import type { Target } from './target.ts';

/** `details` of a `not_found`. */
export interface Absent {
  readonly missing?: unknown;
  readonly versions?: unknown;
}

export interface Asked {
  readonly method: string;
  /** Path below the base URL, with the query. */
  readonly path: string;
  readonly body?: object;
  /** Idempotency key of a request that acts. */
  readonly idempotencyKey?: string;
  /** Says what a `not_found` did not find, and what exists. */
  readonly absence?: (details: Absent) => string | undefined;
}

export interface Replied {
  readonly data: unknown;
  /** True if the response is a replay of an earlier request. */
  readonly isReplayed: boolean;
}

const TIMEOUT_MS = 60_000;
const ATTEMPTS = 4;
const PAUSE_MS = 500;
/** A person at a terminal does not wait longer, in seconds. */
const RETRY_AFTER_SECONDS_MAX = 10;
const MS_PER_SECOND = 1_000;

/** Throws CommandError. @param retryAfterSecondsMax the longest Retry-After that it obeys. */
export async function request(
  target: Target,
  asked: Asked,
  retryAfterSecondsMax = RETRY_AFTER_SECONDS_MAX,
): Promise<Replied> {
  for (let attempt = 1; ; attempt++) {
    const reply = await attempted(target, asked, retryAfterSecondsMax);
    if (!('retryMs' in reply)) return reply;
    if (attempt === ATTEMPTS) throw reply.error;
    await pause(reply.retryMs * attempt);
  }
}

interface Again {
  readonly retryMs: number;
  readonly error: CommandError;
}

async function attempted({ url, token }: Target, asked: Asked, retryAfterSecondsMax: number): Promise<Replied | Again> {
  const { method, path, body, idempotencyKey } = asked;
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
  };
  try {
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      redirect: 'error', // a session is only for this address
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isAct = idempotencyKey !== undefined;
    const text = await response.text();
    return readReply(response, { text, url, isAct, retryAfterSecondsMax, absence: asked.absence });
  } catch (error) {
    if (error instanceof CommandError) throw error;
    return {
      retryMs: PAUSE_MS,
      error: new CommandError('unreachable', `${url} is unreachable: ${reasonOf(error)}`),
    };
  }
}

/** Retries what the error catalogue allows, and any act that may have happened, with its key. */
const mayPass = (status: number, { message }: ErrorBody['error'], isAct: boolean): boolean =>
  (Object.hasOwn(ERRORS, message) && ERRORS[message].retryable) || (isAct && status >= 500);

interface Read {
  readonly text: string;
  readonly url: string;
  readonly isAct: boolean;
  readonly retryAfterSecondsMax: number;
  readonly absence: Asked['absence'];
}

function readReply(response: Response, { text, url, isAct, retryAfterSecondsMax, absence }: Read): Replied | Again {
  const body = parsed(text);
  if (response.ok && 'data' in body)
    return { data: body['data'], isReplayed: response.headers.get('idempotent-replayed') === 'true' };
  const { error } = body as Partial<ErrorBody>;
  if (error === undefined) throw new CommandError('unreachable', `${url} is not an operator API (${response.status})`);
  const isBusy = response.status === 429 || response.status >= 500;
  const failure = new CommandError(isBusy ? 'unreachable' : 'refused', textOf(error, absence));
  const afterSeconds = Number(response.headers.get('retry-after') ?? 0);
  if (!mayPass(response.status, error, isAct) || afterSeconds > retryAfterSecondsMax) throw failure;
  return { retryMs: Math.max(PAUSE_MS, afterSeconds * MS_PER_SECOND), error: failure };
}

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** The message, the advice and the details, in one line. */
function textOf({ message, details = {}, requestId }: ErrorBody['error'], absence: Asked['absence']): string {
  const absent = message === 'not_found' ? absence?.(details) : undefined;
  if (absent !== undefined) return `${message}: ${absent}`;
  const advice = Object.hasOwn(ERRORS, message) ? ERRORS[message].advice : '';
  const { fields, ...rest } = details as { readonly fields?: Readonly<Record<string, string>> };
  const named = Object.entries(fields ?? {}).map(([field, reason]) => `${field} ${reason}`);
  const others = Object.entries(rest).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const found = [...named, ...others].join('; ');
  return [`${message}: ${advice}`, found, requestId === undefined ? '' : `[${requestId}]`].filter(Boolean).join(' ');
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
