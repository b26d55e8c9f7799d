/** Delivers one message to the server under development: a few attempts, each of which is reported. */
import { setTimeout as pause } from 'node:timers/promises';
import { messageId, signed } from '@farebox/webhooks/local';
import type { Signer } from './signer.ts';
import type { Target } from './target.ts';

export interface Ended {
  readonly id: string;
  readonly status: string;
  readonly finishedAt: string | null;
}

/** One attempt, as `--json` prints it. */
export interface Attempt {
  readonly event: string;
  readonly executionId: string;
  /** `webhook-id`, the same for every attempt. */
  readonly messageId: string;
  /** From 1. */
  readonly attempt: number;
  /** Null without a response. */
  readonly statusCode: number | null;
  /** Null if the server took the message. */
  readonly error: string | null;
  readonly durationMs: number;
  /** Pause before the next attempt; null if there is none. */
  readonly retryMs: number | null;
}

export interface Delivering {
  readonly target: Target;
  readonly signer: Signer;
  /** Pauses before the second, third, … attempt. */
  readonly pausesMs: readonly number[];
  readonly signal: AbortSignal;
  readonly report: (attempt: Attempt) => void;
}

/** The service disables an endpoint that answers 410, and sends nothing again. */
const GONE = 410;

/** Returns true if the server took the message. Rejects only with the reason of the signal. */
export async function deliver(execution: Ended, delivering: Delivering): Promise<boolean> {
  const { signer, pausesMs, signal, report } = delivering;
  const event = `execution.${execution.status}`;
  const id = messageId({ endpointId: signer.endpointId, executionId: execution.id });
  for (let attempt = 1; ; attempt++) {
    const { durationMs, ...response } = await responseTo({ id, event, data: execution }, delivering);
    const isOver = response.error === null || response.statusCode === GONE;
    const retryMs = isOver ? null : (pausesMs[attempt - 1] ?? null);
    report({ event, executionId: execution.id, messageId: id, attempt, ...response, durationMs, retryMs });
    if (response.error === null) return true;
    if (retryMs === null) return false;
    await pause(retryMs, undefined, { signal });
  }
}

type Response = Pick<Attempt, 'statusCode' | 'error' | 'durationMs'>;

async function responseTo(
  message: Parameters<typeof signed>[0],
  { target, signer, signal }: Delivering,
): Promise<Response> {
  const startMs = performance.now();
  const durationMs = (): number => Math.round(performance.now() - startMs);
  try {
    const statusCode = await target.send({ url: target.url, ...signed(message, [signer.secret]), signal });
    const error = statusCode >= 200 && statusCode < 300 ? null : `answered ${statusCode}`;
    return { statusCode, error, durationMs: durationMs() };
  } catch (error) {
    signal.throwIfAborted();
    return { statusCode: null, error: reasonOf(error), durationMs: durationMs() };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  // The attempt was aborted by its own time limit: the signal of the user was checked before.
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'no response within 15 s';
  return (error as NodeJS.ErrnoException).code ?? error.message;
}

/** `execution.succeeded  exe_…  204  12 ms` */
export function lineOf({ event, executionId, statusCode, error, durationMs, retryMs }: Attempt): string {
  const next = retryMs === null ? 'given up' : `next attempt in ${retryMs / 1000} s`;
  const result = error === null ? String(statusCode) : `failed: ${error}`;
  return `${event}  ${executionId}  ${result}  ${durationMs} ms${error === null ? '' : `  (${next})`}`;
}
