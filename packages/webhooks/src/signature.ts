/**
 * Signs as the Standard Webhooks specification requires: HMAC-SHA256 of id, time and body, with the base64-decoded bytes of
 * the secret.
 */
import { createHmac } from 'node:crypto';
import type { WebhookHeader } from '@farebox/contract';

const PREFIX = 'whsec_';

export interface SignedMessage {
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
}

/** @param secrets `whsec_…`: each adds a signature, and a receiver accepts the message if one of them matches. */
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
