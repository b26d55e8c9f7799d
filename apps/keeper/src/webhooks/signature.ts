/** Signatures as the Standard Webhooks specification has them: HMAC-SHA256 of id, time and body, under the bytes that the secret has in base64. */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

export interface SignedMessage {
  readonly id: string;
  readonly seconds: number;
  readonly body: string;
}

/** @param secret `whsec_…` */
export function signatureHeaders(
  secret: string,
  { id, seconds, body }: SignedMessage,
): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` };
}
