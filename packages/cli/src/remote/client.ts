/**
 * One request to the operator API, and its response or the reason why there is none. What acts carries an Idempotency-Key, so that a response that
 * was lost is asked for again and nothing is ever done twice.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { ERRORS, type ErrorBody } from '@farebox/contract';
import { CommandError } from '../program/exit-codes.ts';
import type { Target } from './target.ts';

export interface Asked {
  readonly method: string;
  /** Below the base URL, with its query. */
  readonly path: string;
  readonly body?: object;
  /** Sent with what acts. */
  readonly idempotencyKey?: string;
}

export interface Replied {
  readonly data: unknown;
  /** The same request had been done before: this is its response. */
  readonly isReplayed: boolean;
}

const TIMEOUT_MS = 60_000;
const ATTEMPTS = 4;
const PAUSE_MS = 500;
/** Longer than that nobody waits at a terminal. */
const RETRY_AFTER_SECONDS_MAX = 10;
const MS_PER_SECOND = 1_000;

/** Throws CommandError. @param retryAfterSecondsMax the longest that it waits where it is told to. */
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
      redirect: 'error', // a session is for this address alone
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const isAct = idempotencyKey !== undefined;
    return readReply(response, { text: await response.text(), url, isAct, retryAfterSecondsMax });
  } catch (error) {
    if (error instanceof CommandError) throw error;
    return {
      retryMs: PAUSE_MS,
      error: new CommandError('unreachable', `${url} cannot be reached: ${reasonOf(error)}`),
    };
  }
}

/** What the catalogue says; and an act that may have been done is asked for again under its key. */
const mayPass = (status: number, { message }: ErrorBody['error'], isAct: boolean): boolean =>
  (Object.hasOwn(ERRORS, message) && ERRORS[message].retryable) || (isAct && status >= 500);

interface Read {
  readonly text: string;
  readonly url: string;
  readonly isAct: boolean;
  readonly retryAfterSecondsMax: number;
}

function readReply(response: Response, { text, url, isAct, retryAfterSecondsMax }: Read): Replied | Again {
  const body = parsed(text);
  if (response.ok && 'data' in body)
    return { data: body['data'], isReplayed: response.headers.get('idempotent-replayed') === 'true' };
  const { error } = body as Partial<ErrorBody>;
  if (error === undefined) throw new CommandError('unreachable', `${url} is no operator API (${response.status})`);
  const isBusy = response.status === 429 || response.status >= 500;
  const failure = new CommandError(isBusy ? 'unreachable' : 'refused', textOf(error));
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

/** The reason, what to do, and what the system says of this case, in one line. */
function textOf({ message, details = {}, requestId }: ErrorBody['error']): string {
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
