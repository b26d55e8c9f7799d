/** Secrets that sign webhooks. The gateway makes and seals them, the keeper opens them to sign; the database has them sealed only. */
import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** The purpose under which they are sealed. */
export const WEBHOOK_SECRETS = 'farebox-webhook-secret-1';

/** In the form of the Standard Webhooks specification. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
