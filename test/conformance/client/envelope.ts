/** Rules for every response of the API. The client applies them to each response of the whole suite. */
import { expect } from 'vitest';
import { ERRORS } from './error-catalogue.ts';

export interface ApiError {
  readonly status: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId: string;
  /** Address of the page about this message. */
  readonly documentation: string;
}

/** The remaining requests of the key's window, from the `RateLimit` header. */
export interface RateLimit {
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** Requests of a key in a minute. */
const KEY_QUOTA = 120;
/** contract 7: "Claims and reports of a runner key have rate limits of their own, each ten times that of an API key." */
const RUNNER_QUOTA = 10 * KEY_QUOTA;

export function expectEnvelope(response: Response, body: unknown, asked: string): void {
  const context = `${asked} answered ${response.status} ${JSON.stringify(body)?.slice(0, 300)}`;
  expect(response.headers.get('cache-control'), context).toBe('no-store');
  expect(response.headers.get('x-content-type-options'), context).toBe('nosniff');
  expect(response.headers.get('x-request-id'), context).toMatch(/\S/);
  expect(response.headers.get('content-type'), context).toMatch(/^application\/json(; ?charset=utf-8)?$/i);
  // A request without a known key, or to an address that was not issued here, counts for no key.
  const isNobodys =
    response.status === 401 || /^404 (PUT \/uploads|GET \/event-streams)\//.test(`${response.status} ${asked}`);
  const quota = asked.startsWith('POST /runs/') ? RUNNER_QUOTA : KEY_QUOTA;
  expect(isNobodys || readRateLimit(response, quota) !== null, `rate limit headers: ${context}`).toBe(true);
  expect(Object.keys(body as object), context).toEqual([response.ok ? 'data' : 'error']);
  if (!response.ok) expectError(response, (body as { error: ApiError }).error, context);
}

function expectError({ status, headers }: Response, error: ApiError, context: string): void {
  expect(`${status} ${error.status}`, context).toBe(ERRORS[error.message]);
  expect(error.requestId, context).toBe(headers.get('x-request-id'));
  expect(error.documentation, context).toMatch(new RegExp(`/errors#${error.message}$`));
  const { details: _, ...others } = error;
  expect(Object.keys(others).toSorted(), context).toEqual(['documentation', 'message', 'requestId', 'status']);
}

/** Null if either header is missing or does not follow draft-ietf-httpapi-ratelimit-headers. */
export function readRateLimit(response: Response, quota = KEY_QUOTA): RateLimit | null {
  const policy = /^"[^"]+";q=(\d+);w=60$/.exec(response.headers.get('ratelimit-policy') ?? '');
  const left = /^"[^"]+";r=(\d+);t=(\d+)$/.exec(response.headers.get('ratelimit') ?? '');
  return Number(policy?.[1]) !== quota || left === null
    ? null
    : { remaining: Number(left[1]), resetSeconds: Number(left[2]) };
}
