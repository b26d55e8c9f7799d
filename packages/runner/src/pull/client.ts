/** The two requests of a pull runner. Only a response in Farebox's own form says that a run is gone: a proxy may have pages. */
import {
  type ClaimedRun,
  isRunToken,
  type Json,
  type Reported,
  RUNNER_LIMITS,
  type RunReport,
} from '@farebox/runner-protocol';

export interface ClientOptions {
  /** That of the Farebox API. */
  readonly url: string;
  /** A runner key. It is sent to `url` only, and redirects are errors. */
  readonly key: string;
}

/** `later`: nothing is known, so the request is to be repeated. `gone`: the run is another one's, or has ended. */
export type Heard<Data> =
  | { readonly kind: 'ok'; readonly data: Data }
  | { readonly kind: 'gone'; readonly problem: string }
  | { readonly kind: 'later'; readonly problem: string; readonly afterMs: number | null };

export interface Client {
  readonly claim: (signal: AbortSignal) => Promise<Heard<ClaimedRun | null>>;
  readonly report: (token: string, report: RunReport, signal: AbortSignal) => Promise<Heard<Reported>>;
}

/** The key is unknown or revoked: no request of it will be taken. */
export class KeyRefused extends Error {
  override readonly name = 'KeyRefused';
}

export function createClient(options: ClientOptions): Client {
  return {
    async claim(signal) {
      const { claimSeconds, askSeconds } = RUNNER_LIMITS;
      const body = { waitSeconds: claimSeconds };
      const heard = await ask<{ readonly run?: unknown }>(options, {
        path: 'runs/claim',
        body,
        seconds: claimSeconds + askSeconds,
        signal,
      });
      if (heard.kind !== 'ok') return heard;
      const { run = null } = heard.data;
      if (run === null || isClaimed(run)) return { kind: 'ok', data: run };
      return { kind: 'later', problem: 'a claim was answered with no run of the protocol', afterMs: null };
    },
    report: (token, body, signal) =>
      ask(options, { path: `runs/${token}/report`, body, seconds: RUNNER_LIMITS.askSeconds, signal }),
  };
}

/** The token becomes the name of a file, so its form is checked. `start` is read where it is used. */
function isClaimed(run: unknown): run is ClaimedRun {
  const { token, lease, start } = run as Readonly<Record<string, unknown>>;
  const isNamed = typeof token === 'string' && isRunToken(token) && typeof lease === 'string';
  return isNamed && typeof start === 'object' && start !== null;
}

interface Asking {
  readonly path: string;
  readonly body: unknown;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Rejects with KeyRefused only. */
async function ask<Data>({ url, key }: ClientOptions, { path, body, seconds, signal }: Asking): Promise<Heard<Data>> {
  const request = {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]),
  } as const;
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/${path}`, request);
    const { data, error } = bodyOf(await response.text());
    if (response.ok && data !== undefined) return { kind: 'ok', data: data as Data };
    const message = error?.message ?? 'no body of Farebox';
    if (response.status === 401) throw new KeyRefused(`Farebox does not accept the runner key: ${message}`);
    const problem = `status ${response.status}, ${message}`;
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    if (GONE.has(message)) return { kind: 'gone', problem };
    return { kind: 'later', problem, afterMs: seconds >= 0 ? Math.min(seconds, RETRY_SECONDS_MAX) * 1000 : null };
  } catch (error) {
    if (error instanceof KeyRefused) throw error;
    return { kind: 'later', problem: `Farebox cannot be reached: ${reasonOf(error)}`, afterMs: null };
  }
}

const RETRY_SECONDS_MAX = 60;
const GONE = new Set(['run_not_found', 'run_lease_lost', 'run_ended', 'invalid_request', 'request_too_large']);

interface Body {
  readonly data?: Json;
  readonly error?: { readonly message?: string };
}

function bodyOf(text: string): Body {
  try {
    return (JSON.parse(text) ?? {}) as Body;
  } catch {
    return {};
  }
}

const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { readonly cause?: { readonly code?: string } };
  return cause?.code ?? message;
};
