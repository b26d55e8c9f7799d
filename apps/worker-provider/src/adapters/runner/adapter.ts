/**
 * Runners of teams: a run is named by our token, looked up by it, and can be cancelled. What a runner states is believed in
 * bounds; what it states wrongly is a finding for the operator, never a charge.
 */
import { CANCEL_BODY, type ReceivedReply, readReply, RUNNER_LIMITS } from '@farebox/runner-protocol';
import type { Adapter, Capabilities, Classification, LookupKey, Reply } from '../../adapter.ts';
import { TransportError } from '../../http/exchange.ts';
import { ResponseError } from '../../http/json.ts';
import { ambiguous } from '../provider-error.ts';
import { type Findings, replyOf } from './replies.ts';
import { Unusable } from '../../egress/unusable.ts';
import type { RunnerApi } from './runner-api.ts';

export interface RunRequest {
  /** The body of the start, as JSON. */
  readonly body: string;
}

export interface RunnerOptions {
  readonly provider: string;
  readonly api: RunnerApi;
  readonly idempotency: boolean;
  /** Time limit of one request, besides that of the protocol. */
  readonly callMs: number;
  /** The number of files that the run makes. */
  readonly outputs: number;
  readonly findings: Findings;
}

export const RUNNER_CAPABILITIES: Omit<Capabilities, 'idempotency'> = {
  lookupByToken: true,
  lookupByRef: true,
  cancel: true,
  synchronous: false,
};

export function createRunnerAdapter(options: RunnerOptions): Adapter<RunRequest> {
  const { provider, api, idempotency, callMs, outputs, findings } = options;
  const within = (seconds: number): number => Math.min(callMs, seconds * 1000);
  const read = (token: string, body: string): ReceivedReply => {
    const found = readReply(body, { outputs });
    if (!found.ok) throw unread(found.problem, body);
    for (const finding of found.findings) findings({ token, finding });
    return found.reply;
  };
  const ask = async (token: string, cancels: boolean, signal: AbortSignal): Promise<Reply | 'absent'> => {
    const sent = cancels
      ? ({ method: 'POST', path: '/cancel', body: CANCEL_BODY } as const)
      : ({ method: 'GET', body: '' } as const);
    const body = await api({ ...sent, token, timeLimitMs: within(RUNNER_LIMITS.askSeconds), signal });
    const reply = read(token, body);
    return reply.status === 'not_known' || reply.status === 'not_taken'
      ? 'absent'
      : replyOf(reply, { token, findings });
  };
  return {
    provider,
    supports: { ...RUNNER_CAPABILITIES, idempotency },
    async submit(token, { body }, signal) {
      const bounds = { timeLimitMs: within(RUNNER_LIMITS.startSeconds), signal };
      const received = await api({ method: 'PUT', token, body, ...bounds });
      const reply = read(token, received);
      if (reply.status === 'not_taken') throw new NotTaken(reply.retryAfterSeconds ?? BUSY_SECONDS);
      if (reply.status === 'not_known') throw unread('a start was not taken and not refused', received);
      return replyOf(reply, { token, findings });
    },
    lookup: (by, signal) => ask(nameOf(by), false, signal),
    async cancel(ref, signal) {
      const reply = await ask(ref, true, signal);
      if (reply === 'absent') throw new ResponseError('the runner does not know the run that is to be cancelled');
      return reply;
    },
    classify,
  };
}

const BUSY_SECONDS = 10;

/** The runner states that it has not begun, and does not begin by itself. */
class NotTaken extends Error {
  override readonly name = 'NotTaken';
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super('not taken');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The outcome stays open, and the operator gets the bytes. */
function unread(problem: string, body: string): ResponseError {
  const error = new ResponseError(problem);
  error.received = Buffer.from(body);
  return error;
}

/** A run has no other name than our token. */
const nameOf = (by: LookupKey): string => ('ref' in by ? by.ref : by.token);

function classify(error: unknown): Classification {
  const nothingSent = { kind: 'not_delivered', retryAfterSeconds: null, connected: false } as const;
  if (error instanceof Unusable) return { ...nothingSent, reason: error.message };
  if (error instanceof TransportError && !error.connected) return { ...nothingSent, reason: error.code };
  if (error instanceof NotTaken) {
    const { message: reason, retryAfterSeconds } = error;
    return { kind: 'not_delivered', reason, retryAfterSeconds, connected: true };
  }
  return ambiguous(error);
}
