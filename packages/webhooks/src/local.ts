/** The part of webhooks that needs no database, for the command line. */
export { messageId, signed } from './message.ts';
export { type Send, sendWhere } from './post.ts';
export { newWebhookSecret } from './secret.ts';
