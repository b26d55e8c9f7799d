/**
 * Makes one attempt to deliver a webhook: the response of a poll, signed. If it fails, it computes when the next attempt is
 * due.
 */
import { WEBHOOK_LIMITS } from '@farebox/contract';
import type { ExecutionStore } from '@farebox/executions';
import { NoUsableAddress } from '@farebox/kernel';
import type { Logger } from '@farebox/telemetry';
import { messageId, signed } from './message.ts';
import type { Send } from './post.ts';
import type { AttemptOutcome, ClaimedDelivery } from './store/deliveries.ts';

const ERROR_MAX = 200;
const GONE = 410;

export interface AttemptNeeds {
  readonly executions: Pick<ExecutionStore, 'get'>;
  /** Decrypts the secret; null if it was encrypted with another key. */
  readonly open: (sealed: string) => string | null;
  readonly send: Send;
  readonly signal: AbortSignal;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Never rejects because of the receiver: its failures are outcomes too. */
export async function attempt(claimed: ClaimedDelivery, needs: AttemptNeeds): Promise<AttemptOutcome> {
  const startMs = performance.now();
  const { isSent, ...response } = await responseTo(claimed, needs);
  const durationMs = isSent ? Math.round(performance.now() - startMs) : 0;
  const isOver = response.error === null || response.statusCode === GONE;
  return { ...response, durationMs, retrySeconds: isOver ? null : pauseAfter(claimed.attemptOfRound) };
}

type Response = Pick<AttemptOutcome, 'statusCode' | 'error'> & { readonly isSent: boolean };

async function responseTo(
  claimed: ClaimedDelivery,
  { executions, open, send, signal, logger }: AttemptNeeds,
): Promise<Response> {
  const { projectId, executionId, event, url, sealedSecrets } = claimed;
  const secrets = sealedSecrets.map(open).filter((secret) => secret !== null);
  const data = await executions.get(projectId, executionId);
  if (secrets.length === 0 || data === null)
    return { statusCode: null, error: 'cannot be signed or read', isSent: false };
  const message = signed({ id: messageId(claimed), event, data }, secrets);
  try {
    const statusCode = await send({ url, ...message, signal });
    return { statusCode, error: statusCode >= 200 && statusCode < 300 ? null : `answered ${statusCode}`, isSent: true };
  } catch (error) {
    if (!(error instanceof NoUsableAddress)) return { statusCode: null, error: shortOf(error), isSent: true };
    logger.warn({ projectId, webhookId: claimed.endpointId, reason: error.message }, 'a webhook has no usable address');
    return { statusCode: null, error: 'no usable address', isSent: false };
  }
}

/** Returns null after the last attempt. Adds up to a tenth, so that simultaneous failures are not retried together. */
function pauseAfter(attempt: number): number | null {
  const seconds = WEBHOOK_LIMITS.pausesSeconds[attempt - 1];
  return seconds === undefined ? null : Math.ceil(seconds * (1 + Math.random() / 10));
}

/** Keeps only the error code: responses could contain data of an internal network, which must not reach a customer. */
const shortOf = (error: unknown): string =>
  (error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? error.name) : 'failed').slice(0, ERROR_MAX);
