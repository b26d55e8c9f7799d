/** Webhook endpoints of a project, which receive an event when an execution ends. */
import { ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import { ReasonBody } from '../schemas/reason.ts';
import {
  ChangeWebhookRequest,
  CreatedWebhook,
  CreateWebhookRequest,
  ReplayedWebhook,
  ReplayWebhookRequest,
  RotateWebhookRequest,
  Webhook,
  WebhookDeliveryPage,
  WebhookDeliveryQuery,
  WebhookId,
  WebhookList,
} from '../schemas/webhook.ts';

const ofProject = { tag: 'Webhooks', access: { project: 'ADMIN' }, params: { projectId: ProjectId } } as const;
const ofWebhook = { ...ofProject, params: { projectId: ProjectId, webhookId: WebhookId } } as const;

export const webhookRoutes = {
  createWebhook: {
    ...ofProject,
    method: 'POST',
    path: '/projects/{projectId}/webhooks',
    act: 'webhook.create',
    summary: 'Create a webhook endpoint',
    description:
      'From now on the service sends an event to the URL whenever an execution ends, signed as Standard Webhooks define. The body is `{type, timestamp, data}`, where `data` is the object that `GET /tools/executions/{id}` returns. Delivery is at least once; repeated deliveries have the same `webhook-id`. A response other than 2xx is retried for 28 hours; 410 disables the endpoint. The response to this request contains the secret, only this once.',
    body: {
      kind: 'json',
      schema: CreateWebhookRequest,
      example: { url: 'https://shop.example.com/farebox', events: ['execution.succeeded', 'execution.failed'] },
    },
    successes: { 200: { description: 'The endpoint and its secret.', schema: CreatedWebhook } },
    errors: ['too_many_webhooks'],
  },
  listWebhooks: {
    ...ofProject,
    method: 'GET',
    path: '/projects/{projectId}/webhooks',
    summary: 'List webhook endpoints',
    description: 'Newest first, including endpoints that were disabled because every delivery failed.',
    successes: { 200: { description: 'The endpoints.', schema: WebhookList } },
    errors: [],
  },
  changeWebhook: {
    ...ofWebhook,
    method: 'PUT',
    path: '/projects/{projectId}/webhooks/{webhookId}',
    act: 'webhook.change',
    summary: 'Change, disable or enable a webhook endpoint',
    description:
      'Pending deliveries go to the new URL, and wait while the endpoint is disabled. An endpoint that is enabled again receives events from then on: replay the earlier ones if you need them.',
    body: {
      kind: 'json',
      schema: ChangeWebhookRequest,
      example: { url: 'https://shop.example.com/hooks', enabled: true, reason: 'the receiver is back' },
    },
    successes: { 200: { description: 'The endpoint.', schema: Webhook } },
    errors: [],
  },
  rotateWebhook: {
    ...ofWebhook,
    method: 'POST',
    path: '/projects/{projectId}/webhooks/{webhookId}/rotate',
    act: 'webhook.rotate',
    summary: 'Rotate the secret of a webhook endpoint',
    description:
      'For `overlapHours`, `webhook-signature` has two signatures, separated by a space: one with the new secret and one with the old secret. At most two secrets sign: a third one invalidates the oldest at once. The response contains the new secret, only this once.',
    body: { kind: 'json', schema: RotateWebhookRequest, example: { overlapHours: 24, reason: 'yearly' } },
    successes: { 200: { description: 'The endpoint and its new secret.', schema: CreatedWebhook } },
    errors: [],
  },
  replayWebhook: {
    ...ofWebhook,
    method: 'POST',
    path: '/projects/{projectId}/webhooks/{webhookId}/replay',
    act: 'webhook.replay',
    summary: 'Replay webhook deliveries',
    description:
      'Sends again the delivery of one execution, or all deliveries that failed since a time, of the last 30 days. `webhook-id` stays the same, and `data` is the current state of the execution. Failures are retried for another 28 hours. Deliveries that are still being tried are not changed, and `replayed` does not count them.',
    body: {
      kind: 'json',
      schema: ReplayWebhookRequest,
      example: { failedSince: '2026-11-22T00:00:00.000Z', reason: 'the receiver was down' },
    },
    successes: { 200: { description: 'The endpoint and the number of replays.', schema: ReplayedWebhook } },
    errors: [],
  },
  removeWebhook: {
    ...ofWebhook,
    method: 'POST',
    path: '/projects/{projectId}/webhooks/{webhookId}/remove',
    act: 'webhook.remove',
    summary: 'Remove a webhook endpoint',
    description: 'Removes the endpoint with its deliveries. An attempt that is in progress may still arrive.',
    body: { kind: 'json', schema: ReasonBody, optional: true, example: { reason: 'moved to another host' } },
    successes: { 200: { description: 'The endpoint before its removal.', schema: Webhook } },
    errors: [],
  },
  listWebhookDeliveries: {
    ...ofWebhook,
    method: 'GET',
    path: '/projects/{projectId}/webhooks/{webhookId}/deliveries',
    query: WebhookDeliveryQuery,
    summary: 'List the deliveries of a webhook endpoint',
    description: 'Deliveries of the last 30 days.',
    successes: { 200: { description: 'The deliveries.', schema: WebhookDeliveryPage } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
