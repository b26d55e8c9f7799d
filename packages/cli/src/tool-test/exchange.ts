/** One request to the runner and its response, with the faults of the response itself. */
import {
  CANCEL_BODY,
  readReply,
  type ReceivedReply,
  RUNNER_LIMITS,
  runUrl,
  signRun,
  verifyRun,
} from '@farebox/runner-protocol';
import { CommandError } from '../program/exit-codes.ts';
import type { FaultId, Found } from './faults.ts';

export interface Target {
  readonly url: string;
  readonly secret: string;
  /** Seconds until the response to a start, and to a look-up or a cancel. */
  readonly startSeconds: number;
  readonly askSeconds: number;
}

export interface Asking {
  readonly token: string;
  readonly action: 'start' | 'find' | 'cancel';
  /** The body of a start; others have fixed ones. */
  readonly body?: string;
  readonly outputs: number;
  /** To sign wrongly on purpose. */
  readonly secret?: string;
  readonly nowSeconds?: number;
}

export interface Heard {
  readonly status: number;
  /** Null: the response states nothing. */
  readonly reply: ReceivedReply | null;
  readonly found: readonly Found[];
}

const METHODS = { start: 'PUT', find: 'GET', cancel: 'POST' } as const;

/** Sends without waiting for the response. Throws CommandError if there is no connection. */
export async function send(target: Target, asking: Asking, signal: AbortSignal): Promise<Response> {
  const { token, action, body = '', secret = target.secret, nowSeconds = now() } = asking;
  const sent = { start: body, find: '', cancel: CANCEL_BODY }[action];
  const headers = signRun({ secrets: [secret], token, nowSeconds, body: sent });
  const url = `${runUrl(target.url, token)}${action === 'cancel' ? '/cancel' : ''}`;
  return fetch(url, {
    method: METHODS[action],
    headers: { ...headers, 'content-type': 'application/json' },
    ...(action === 'find' ? {} : { body: sent }),
    redirect: 'manual',
    signal,
  });
}

const now = (): number => Math.floor(Date.now() / 1000);

export async function exchange(target: Target, asking: Asking): Promise<Heard> {
  const seconds = asking.action === 'start' ? target.startSeconds : target.askSeconds;
  const signal = AbortSignal.timeout(seconds * 1000);
  const shown = `${METHODS[asking.action]} of the run`;
  try {
    const response = await send(target, asking, signal);
    const bytes = Buffer.from(await response.arrayBuffer());
    return heard(response, bytes, { target, asking, shown });
  } catch (error) {
    if (signal.aborted) return silent('slow', `${shown} had no response within ${seconds} s`);
    const { cause } = error as { readonly cause?: { readonly code?: string } };
    throw new CommandError(
      'unreachable',
      `the runner does not respond at ${target.url}: ${cause?.code ?? String(error)}`,
    );
  }
}

export const silent = (fault: FaultId, seen: string, status = 0): Heard => ({
  status,
  reply: null,
  found: [{ fault, seen }],
});

/** An unsigned response to a good request rarely means that the runner checks no signatures. */
function likelyMend({ url }: Target, status: number): Pick<Found, 'mend'> {
  const mend =
    'The runner refuses a good signature: give it the secret that this command has, or compare how both sign.';
  if (status === 401) return { mend };
  const path = `${new URL(url).pathname.replace(/\/$/, '')}/runs/{token}`;
  return status === 404
    ? { mend: `Nothing responds at ${path}: compare it with the path that the runner serves.` }
    : {};
}

interface Exchanged {
  readonly target: Target;
  readonly asking: Asking;
  readonly shown: string;
}

function heard(response: Response, bytes: Buffer, { target, asking, shown }: Exchanged): Heard {
  const { status, headers } = response;
  if (status >= 300 && status < 400)
    return silent('redirect', `${shown} was redirected to ${headers.get('location') ?? 'nowhere'}`, status);
  const verified = verifyRun({
    secrets: [target.secret],
    token: asking.token,
    nowSeconds: now(),
    body: bytes,
    header: (name) => headers.get(name),
  });
  if (!verified.ok) {
    const seen = `the response to ${shown} (${status}) is ${verified.problem}`;
    return { status, reply: null, found: [{ fault: 'signature', seen, ...likelyMend(target, status) }] };
  }
  return heardReply(bytes, { outputs: asking.outputs, shown, status });
}

export interface Shown {
  readonly outputs: number;
  readonly shown: string;
  readonly status: number;
}

/** Reads a body of the protocol, with its faults. */
export function heardReply(bytes: Buffer, { outputs, shown, status }: Shown): Heard {
  if (bytes.length > RUNNER_LIMITS.responseBytes)
    return silent('bytes', `the body of ${shown} has ${bytes.length} bytes`, status);
  const read = readReply(bytes.toString(), { outputs });
  if (!read.ok) return silent('status', `${shown}: ${read.problem}`, status);
  const findings = read.findings.map((seen): Found => ({ fault: faultOf(seen), seen }));
  return { status, reply: read.reply, found: [...findings, ...unusable(read.reply)] };
}

function unusable(reply: ReceivedReply): readonly Found[] {
  if (reply.status !== 'unusable') return [];
  const fault = reply.problem.startsWith('"result"') ? 'bytes' : 'artifacts';
  return [{ fault, seen: reply.problem }];
}

const faultOf = (finding: string): FaultId => (finding.startsWith('"units"') ? 'units' : 'cost');
