/**
 * Webhooks: endpoints of projects, and deliveries of execution ends to them. Independent of the routes of the API; only
 * `store` uses the database.
 */
export { measureDisabled } from './disabled.ts';
export { sendTo } from './post.ts';
export { newWebhookSecret, WEBHOOK_SECRETS } from './secret.ts';
export {
  changeEndpoint,
  insertEndpoint,
  listDeliveries,
  listEndpoints,
  removeEndpoint,
  type Replay,
  replayDeliveries,
  rotateSecret,
  type WebhookDelivery,
  type WebhookEndpoint,
} from './store/endpoints.ts';
export { renewSecrets } from './store/renew-secrets.ts';
export { webhookUrlProblem } from './url.ts';
export { createWebhooks, type WebhookNeeds, type Webhooks } from './webhooks.ts';
