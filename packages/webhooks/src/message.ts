/**
 * The message of a webhook. The keeper and `farebox webhook listen` make it here, so that a developer's machine receives
 * what production sends. Knows no database.
 */
import type { WebhookHeader } from '@farebox/contract';
import { signatureHeaders } from './signature.ts';

export interface WebhookMessage {
  /** `webhook-id`. */
  readonly id: string;
  /** `execution.succeeded` and so on. */
  readonly event: string;
  /** The execution, as a poll returns it. */
  readonly data: { readonly finishedAt: string | null };
}

export interface SignedWebhook {
  readonly headers: Readonly<Record<WebhookHeader, string>>;
  readonly body: string;
}

/** Signs for one attempt, because receivers refuse a timestamp that is five minutes old. @param secrets `whsec_…`. */
export function signed({ id, event, data }: WebhookMessage, secrets: readonly string[]): SignedWebhook {
  const body = JSON.stringify({ type: event, timestamp: data.finishedAt, data });
  return { headers: signatureHeaders(secrets, { id, seconds: Math.floor(Date.now() / 1000), body }), body };
}

interface Delivered {
  readonly endpointId: string;
  readonly executionId: string;
}

/** The same for every attempt, so that a receiver can recognize a repeated message. */
export const messageId = ({ endpointId, executionId }: Delivered): string =>
  `msg_${endpointId.split('_')[1]}${executionId.split('_')[1]}`;
