/** Endpoints that are told of the ends of executions. */
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
    summary: 'Have the ends of executions told',
    description:
      'From now on each end of an execution is sent there, signed as Standard Webhooks have it: `{type, timestamp, data}`, where `data` is what `GET /tools/executions/{id}` answers. At least once: `webhook-id` stays the same. What is not answered by 2xx is tried again for 28 hours; 410 ends it. The secret is in this response, and nowhere else.',
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
    summary: 'Endpoints of the project',
    description: 'Newest first, with those that were disabled because they took nothing.',
    successes: { 200: { description: 'The endpoints.', schema: WebhookList } },
    errors: [],
  },
  changeWebhook: {
    ...ofWebhook,
    method: 'PUT',
    path: '/projects/{projectId}/webhooks/{webhookId}',
    act: 'webhook.change',
    summary: 'Change an endpoint, or switch it off or on',
    description:
      'What it was to be told already goes to the new URL, and waits while it is off. An endpoint that is switched on again is told of what ends from then on: ask for what ended before.',
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
    summary: 'Replace the secret of an endpoint',
    description:
      'For `overlapHours` every message has two signatures in `webhook-signature`, separated by a space: of the new secret and of the old one. Two at most sign: of three the oldest ends at once. The secret is in this response, and nowhere else.',
    body: { kind: 'json', schema: RotateWebhookRequest, example: { overlapHours: 24, reason: 'yearly' } },
    successes: { 200: { description: 'The endpoint and its new secret.', schema: CreatedWebhook } },
    errors: [],
  },
  replayWebhook: {
    ...ofWebhook,
    method: 'POST',
    path: '/projects/{projectId}/webhooks/{webhookId}/replay',
    act: 'webhook.replay',
    summary: 'Send again what an endpoint was told, or should have been',
    description:
      'One delivery by its execution, or all that failed since a time; of the last 30 days. `webhook-id` is the same, `data` what a poll says now, and what fails is tried for 28 hours anew. What is still to be tried is left as it is: `replayed` does not count it.',
    body: {
      kind: 'json',
      schema: ReplayWebhookRequest,
      example: { failedSince: '2026-11-22T00:00:00.000Z', reason: 'the receiver was down' },
    },
    successes: { 200: { description: 'The endpoint, and how many.', schema: ReplayedWebhook } },
    errors: [],
  },
  removeWebhook: {
    ...ofWebhook,
    method: 'POST',
    path: '/projects/{projectId}/webhooks/{webhookId}/remove',
    act: 'webhook.remove',
    summary: 'Tell an endpoint nothing more',
    description: 'It goes with its deliveries; an attempt that is under way may still arrive.',
    body: { kind: 'json', schema: ReasonBody, optional: true, example: { reason: 'moved to another host' } },
    successes: { 200: { description: 'The endpoint as it was.', schema: Webhook } },
    errors: [],
  },
  listWebhookDeliveries: {
    ...ofWebhook,
    method: 'GET',
    path: '/projects/{projectId}/webhooks/{webhookId}/deliveries',
    query: WebhookDeliveryQuery,
    summary: 'What an endpoint was told',
    description: 'Of the last 30 days.',
    successes: { 200: { description: 'The deliveries.', schema: WebhookDeliveryPage } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
