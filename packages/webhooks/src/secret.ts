/** Secrets that sign webhooks. The gateway creates and encrypts them, the keeper decrypts them to sign; the database stores them encrypted. */
import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Purpose of the encryption, so that no other sealed text is valid here. */
export const WEBHOOK_SECRETS = 'farebox-webhook-secret-1';

/** In the form of the Standard Webhooks specification. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
