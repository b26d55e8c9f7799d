/** Signatures as the Standard Webhooks specification has them: HMAC-SHA256 of id, time and body, under the bytes that the secret has in base64. */
import { createHmac } from 'node:crypto';
import type { WebhookHeader } from '@farebox/contract';

const PREFIX = 'whsec_';

export interface SignedMessage {
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
}

/** @param secrets `whsec_…`: each signs, and a receiver takes what one of them signed. */
export function signatureHeaders(
  secrets: readonly string[],
  { id, seconds, body }: SignedMessage,
): Readonly<Record<WebhookHeader, string>> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signatures.join(' ') };
}
