/** Webhook endpoints. The secret of one is returned once, by the request that creates it, and stored encrypted. */
import { AppError, invalidRequest, WEBHOOK_EVENTS } from '@farebox/contract';
import {
  changeEndpoint,
  insertEndpoint,
  listEndpoints,
  newWebhookSecret,
  removeEndpoint,
  type Replay,
  replayDeliveries,
  rotateSecret,
  type WebhookDelivery,
  type WebhookEndpoint,
  webhookUrlProblem,
} from '@farebox/webhooks';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Act, Read } from '../endpoint.ts';
import { pageOf } from '../page.ts';
import { present } from '../path.ts';

type Needs = Pick<OperatorDependencies, 'sealWebhookSecret'>;

export const createWebhook =
  ({ sealWebhookSecret: seal }: Needs): Act<'createWebhook'> =>
  async (transaction, { params: { projectId }, body: { url, events = WEBHOOK_EVENTS } }) => {
    requireSendable(url);
    const secret = newWebhookSecret();
    const made = await insertEndpoint(transaction, { projectId, url, events, sealedSecret: seal(secret) });
    if (made === null) throw new AppError('too_many_webhooks');
    const webhook = wireWebhook(made);
    return {
      data: { secret, webhook },
      replayed: { secret: null, webhook },
      entry: { target: made.id, before: null, after: webhook },
    };
  };

/** Throws AppError. */
function requireSendable(url: string): void {
  const problem = webhookUrlProblem(url);
  if (problem !== null) throw invalidRequest({ '/url': problem });
}

export const changeWebhook: Act<'changeWebhook'> = async (
  transaction,
  { params, body: { reason: _reason, ...change } },
) => {
  if (change.url !== undefined) requireSendable(change.url);
  const { before, after } = present(await changeEndpoint(transaction, params, change), 'webhook');
  const [was, data] = [wireWebhook(before), wireWebhook(after)];
  return { data, entry: { target: params.webhookId, before: was, after: data } };
};

export const rotateWebhook =
  ({ sealWebhookSecret: seal }: Needs): Act<'rotateWebhook'> =>
  async (transaction, { params, body: { overlapHours } }) => {
    const secret = newWebhookSecret();
    const change = { sealedSecret: seal(secret), overlapHours };
    const { before, after } = present(await rotateSecret(transaction, params, change), 'webhook');
    const webhook = wireWebhook(after);
    return {
      data: { secret, webhook },
      replayed: { secret: null, webhook },
      entry: { target: params.webhookId, before: wireWebhook(before), after: webhook },
    };
  };

export const replayWebhook: Act<'replayWebhook'> = async (
  transaction,
  { params, body: { executionId, failedSince } },
) => {
  const replay = replayOf(executionId, failedSince);
  const replayed = present(await replayDeliveries(transaction, params, replay), 'webhook');
  const found = (await listEndpoints(transaction, params.projectId)).find(({ id }) => id === params.webhookId);
  const data = { webhook: wireWebhook(present(found ?? null, 'webhook')), replayed };
  const after = { executionId: executionId ?? null, failedSince: failedSince ?? null, replayed };
  return { data, entry: replayed === 0 ? null : { target: params.webhookId, before: null, after } };
};

/** Throws AppError. */
function replayOf(executionId: string | undefined, failedSince: string | undefined): Replay {
  if (executionId !== undefined && failedSince === undefined) return { executionId };
  if (executionId !== undefined || failedSince === undefined)
    throw invalidRequest({ '': 'must have one of executionId and failedSince' });
  const since = new Date(failedSince);
  if (Number.isNaN(since.getTime())) throw invalidRequest({ '/failedSince': 'is no instant' });
  return { failedSince: since };
}

export const listWebhooks =
  ({ webhooks }: Pick<OperatorDependencies, 'webhooks'>): Read<'listWebhooks'> =>
  async ({ params: { projectId } }) => ({ webhooks: (await webhooks.listEndpoints(projectId)).map(wireWebhook) });

export const removeWebhook: Act<'removeWebhook'> = async (transaction, { params }) => {
  const data = wireWebhook(present(await removeEndpoint(transaction, params), 'webhook'));
  return { data, entry: { target: params.webhookId, before: data, after: null } };
};

export const listWebhookDeliveries =
  ({ webhooks }: Pick<OperatorDependencies, 'webhooks'>): Read<'listWebhookDeliveries'> =>
  async ({ params, query }) => {
    const { items, nextBefore } = await pageOf(query, async (limit) => {
      const found = present(await webhooks.listDeliveries({ ...params, ...query, limit }), 'webhook');
      return found.map((each) => ({ ...each, id: each.executionId }));
    });
    return { deliveries: items.map(wireDelivery), nextBefore };
  };

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;

const wireWebhook = ({ createdAt, deliveredAt, disabledAt, previousUntil, ...endpoint }: WebhookEndpoint) => ({
  ...endpoint,
  createdAt: createdAt.toISOString(),
  deliveredAt: textOf(deliveredAt),
  disabledAt: textOf(disabledAt),
  previousSecretUntil: textOf(previousUntil),
});

const wireDelivery = ({
  executionId,
  event,
  createdAt,
  attempts,
  statusCode,
  error,
  deliveredAt,
  nextAt,
  attemptLog,
}: WebhookDelivery) => ({
  executionId,
  event,
  createdAt: createdAt.toISOString(),
  attempts,
  statusCode,
  error,
  deliveredAt: textOf(deliveredAt),
  nextAttemptAt: textOf(nextAt),
  log: attemptLog.map((each) => ({ ...each, at: new Date(each.at).toISOString() })),
});
