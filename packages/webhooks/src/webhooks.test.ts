/**
 * Deliveries of execution ends: at least once, to each subscribed endpoint, with the response of a poll, even if keepers
 * die and receivers fail.
 */
import { createHmac } from 'node:crypto';
import { createExecutionStore } from '@farebox/executions';
import { createProject } from '@farebox/identity';
import { micros } from '@farebox/kernel';
import { topUp } from '@farebox/ledger';
import { createMetrics } from '@farebox/telemetry';
import { expect, test } from 'vitest';
import type { Received } from './testing/receiver.ts';
import { SECRET, useWebhooks } from './testing/webhooks.ts';
import { measureDisabled } from './disabled.ts';
import { sendTo } from './post.ts';
import { signatureHeaders } from './signature.ts';
import { claimDeliveries } from './store/deliveries.ts';
import { removeEndpoint } from './store/endpoints.ts';
import type { Webhooks } from './webhooks.ts';

const { world, keeper, told, ended, settled, due, deliveries } = useWebhooks();

const notices = () =>
  world.fixture.sql<object>(
    `SELECT actor_kind, actor, act, target, reason, before->>'disabledReason' AS before, after->>'disabledReason' AS after FROM audit_log WHERE act LIKE 'webhook.%'`,
  );
const disabling = (disabledReason: string, reason: string) => ({
  actor_kind: 'system',
  actor: 'keeper',
  act: 'webhook.disable',
  target: expect.stringMatching(/^whk_/) as string,
  reason,
  before: null,
  after: disabledReason,
});

/** Runs until the cursor has passed all ends: it also waits for transactions of other databases on the server. */
async function expectAllSeen(webhooks: Webhooks): Promise<void> {
  const behind = async () => {
    await settled(webhooks);
    const [cursor] = await world.fixture.sql<{ ids: bigint }>(
      'SELECT (SELECT max(id) FROM ledger_transfer) - transfer_id AS ids FROM webhook_cursor',
    );
    return Number(cursor!.ids);
  };
  await expect.poll(behind, { timeout: 30_000 }).toBe(0);
}

test('an end is delivered once, signed, with the response of a poll; ends before the endpoint existed are not', async () => {
  await ended();
  await told('/all');
  await told('/failures', { events: ['execution.failed'] });
  const open = await world.fixture.accept();
  const id = await ended();
  const webhooks = keeper();
  for (let n = 0; n < 3; n++) await settled(webhooks);
  expect(world.receiver.received.map(({ path }) => path)).toEqual(['/all']);
  const [{ headers, body }] = world.receiver.received as [Received];
  const poll = await createExecutionStore(world.fixture.database).get(world.fixture.projectId, id);
  expect(JSON.parse(body)).toEqual({
    type: 'execution.cancelled',
    timestamp: poll!.finishedAt,
    data: JSON.parse(JSON.stringify(poll)),
  });
  const signed = [headers['webhook-id'], headers['webhook-timestamp'], body].join('.');
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  expect(body).not.toContain(open);
  expect(await deliveries()).toEqual([{ attempts: 1, delivered: true, open: false, status: 204 }]);
});

test('signatures equal the test vector of the Standard Webhooks libraries', () => {
  const headers = signatureHeaders(['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    seconds: 1_614_265_330,
    body: '{"test": 2432232314}',
  });
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('two keepers deliver each end once', async () => {
  await told('/hook');
  const ids = [];
  for (let n = 0; n < 12; n++) ids.push(await ended());
  const keepers = [keeper(), keeper()];
  for (let n = 0; n < 6; n++) await Promise.all(keepers.map(settled));
  const seen = world.receiver.received.map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);
  expect(seen.toSorted()).toEqual(ids.toSorted());
});

test('an end that is committed after a later one is delivered too', async () => {
  await told('/hook');
  const webhooks = keeper();
  await settled(webhooks);
  // A transfer gets its id, and a later transfer is committed before the first becomes visible.
  await world.fixture.database.transaction(async (transaction) => {
    const [{ id } = { id: 0n }] = await transaction.$queryRaw<{ id: bigint }[]>`
      SELECT nextval(pg_get_serial_sequence('ledger_transfer', 'id')) AS id, pg_current_xact_id()::text`;
    await ended();
    for (let n = 0; n < 4; n++) await settled(webhooks);
    const [cursor] = await world.fixture.sql<{ at: bigint }>('SELECT transfer_id AS at FROM webhook_cursor');
    expect(cursor!.at).toBeLessThan(id);
  });
  await expectAllSeen(webhooks);
});

test('the cursor continues after a restore from a server with higher transaction ids', async () => {
  await told('/hook');
  const webhooks = keeper();
  await settled(webhooks);
  await world.fixture.sql('UPDATE webhook_cursor SET mark_xid = 1000000000000');
  await ended();
  await expectAllSeen(webhooks);
});

test('if a keeper dies between sending and recording, the delivery is sent again under the same id', async () => {
  await told('/hook');
  await ended();
  const webhooks = keeper();
  await settled(webhooks);
  await world.fixture.sql(`UPDATE webhook_delivery SET delivered_at = NULL, status_code = NULL, next_at = instant()`);
  await settled(webhooks);
  const ids = world.receiver.received.map(({ headers }) => headers['webhook-id']);
  expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
});

test('a delivery in progress cannot be claimed, and a keeper that lost its lease records nothing', async () => {
  await told('/hook');
  await ended();
  const taken: (() => void)[] = [];
  const slow = keeper(() => new Promise((resolve) => taken.push(() => resolve(500))));
  await slow.run();
  await expect.poll(() => taken.length).toBe(1);
  const claims = { limit: 10, perEndpoint: 4, busy: new Map() };
  expect(await claimDeliveries(world.fixture.database, claims)).toEqual([]);
  await due(); // ends the lease
  await settled(keeper());
  taken.forEach((answer) => answer());
  await slow.idle();
  expect(await deliveries()).toEqual([{ attempts: 2, delivered: true, open: false, status: 204 }]);
});

test('a receiver that fails for a day gets retries until the last attempt, and is then disabled', async () => {
  await told('/hook');
  world.receiver.statuses.set('/hook', 503);
  await ended();
  const webhooks = keeper();
  let seconds = 0;
  for (let attempt = 1; attempt <= 11; attempt++) {
    await settled(webhooks);
    const [row] = await world.fixture.sql<{ wait: number | null }>(
      `SELECT extract(epoch FROM next_at - instant())::integer AS wait FROM webhook_delivery`,
    );
    seconds += row!.wait ?? 0;
    await due();
  }
  expect(seconds).toBeGreaterThan(86_400);
  expect(await deliveries()).toEqual([{ attempts: 11, delivered: false, open: false, status: 503 }]);
  const [endpoint] = await world.fixture.sql('SELECT disabled_reason AS reason FROM webhook_endpoint');
  expect(endpoint).toEqual({ reason: 'failing' });
  expect(await notices()).toEqual([disabling('failing', 'it took nothing in 28 hours')]);
  await ended();
  await settled(webhooks);
  expect(world.receiver.received).toHaveLength(11);
});

test('concurrent 410 responses are recorded once', async () => {
  await told('/hook');
  world.receiver.statuses.set('/hook', 410);
  for (let n = 0; n < 4; n++) await ended();
  await settled(keeper());
  expect(await notices()).toHaveLength(1);
});

test('a 410 disables the endpoint at once; removing an endpoint removes its deliveries', async () => {
  const webhookId = await told('/hook');
  world.receiver.statuses.set('/hook', 410);
  await ended();
  const webhooks = keeper();
  await settled(webhooks);
  const [endpoint] = await world.fixture.sql('SELECT disabled_reason AS reason FROM webhook_endpoint');
  expect(endpoint).toEqual({ reason: 'gone' });
  expect(await notices()).toEqual([{ ...disabling('gone', 'it answered 410'), target: webhookId }]);
  const metrics = createMetrics('test');
  const disabled = async (): Promise<number | undefined> => {
    await measureDisabled(world.fixture.database, metrics);
    return (await metrics.webhooksDisabled.get()).values[0]?.value;
  };
  expect(await disabled()).toBe(1);
  await world.fixture.sql('UPDATE webhook_endpoint SET enabled = false');
  expect(await disabled()).toBe(0); // the project has switched it off itself
  const { projectId } = world.fixture;
  await world.fixture.database.transaction((transaction) => removeEndpoint(transaction, { projectId, webhookId }));
  expect(await deliveries()).toEqual([]);
});

test('a receiver that never responds does not delay other receivers', async () => {
  const [organization] = await world.fixture.sql<{ id: string }>('SELECT id FROM organization');
  const other = await createProject(world.fixture.database, {
    organizationId: organization!.id,
    name: 'B',
    monthlyCapMicros: null,
  });
  await topUp(world.fixture.database, { projectId: other, amountMicros: micros(1_000_000n), reference: 'start' });
  await told('/silent');
  await told('/quick', { projectId: other });
  world.receiver.statuses.set('/silent', null);
  for (let n = 0; n < 10; n++) await ended();
  const webhooks = keeper();
  await webhooks.run();
  for (let n = 0; n < 6; n++) await ended(other);
  const quick = () => world.receiver.received.filter(({ path }) => path === '/quick').length;
  await expect.poll(async () => (await webhooks.run(), quick()), { timeout: 30_000 }).toBe(6);
  expect(world.receiver.received.filter(({ path }) => path === '/silent').length).toBeLessThanOrEqual(4);
  world.stopping.abort();
  await webhooks.idle();
  // An attempt that the stop interrupted is not a failure: it is retried when its lease ends.
  expect((await deliveries()).filter(({ open, status }) => open && status === null)).toHaveLength(10);
});

test('nothing is sent to an address that is not public, whatever its name resolves to', async () => {
  const refused = (url: string, address: string) =>
    sendTo((_name, _options, callback) =>
      callback(null, [
        { address: '8.8.8.8', family: 4 },
        { address, family: 4 },
      ]),
    )({
      url,
      headers: {},
      body: '{}',
      signal: world.stopping.signal,
    });
  const { port } = new URL(world.receiver.url);
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'])
    await expect(refused(`https://shop.example.com:${port}/`, address)).rejects.toThrow('not an allowed address');
  for (const url of [
    `https://127.0.0.1:${port}/`,
    `http://shop.example.com:${port}/`,
    'https://[::1]/',
    'https://0x7f000001/',
    'https://u:p@shop.example.com/',
    'https://shop.example.com:25/',
  ])
    await expect(refused(url, '127.0.0.1')).rejects.toThrow('the URL must');
  expect(world.receiver.received).toEqual([]);
});
