/** Changes of webhook endpoints: their later deliveries, and the secrets that sign them. */
import { expect, test } from 'vitest';
import { SECRET, secretOf, useWebhooks } from './testing/webhooks.ts';
import { signatureHeaders } from './signature.ts';
import { claimDeliveries, findEnds } from './store/deliveries.ts';
import { changeEndpoint, type EndpointChange, type Replay, replayDeliveries, rotateSecret } from './store/endpoints.ts';

const { world, keeper, told, ended, settled, due, deliveries } = useWebhooks();

const change = (webhookId: string, changed: EndpointChange) =>
  world.fixture.database.transaction((transaction) =>
    changeEndpoint(transaction, { projectId: world.fixture.projectId, webhookId }, changed),
  );

test('a new secret signs together with the old one until the overlap ends', async () => {
  const webhookId = await told('/hook');
  const rotate = (sealedSecret: string, overlapHours: number) =>
    world.fixture.database.transaction((transaction) =>
      rotateSecret(transaction, { projectId: world.fixture.projectId, webhookId }, { sealedSecret, overlapHours }),
    );
  const webhooks = keeper();
  const signers = async () => {
    await ended();
    await settled(webhooks);
    const { headers, body } = world.receiver.received.at(-1)!;
    const message = {
      id: String(headers['webhook-id']),
      seconds: Number(headers['webhook-timestamp']),
      body,
    };
    const by = (secret: string) => signatureHeaders([secret], message)['webhook-signature'];
    const names = new Map([
      [by(SECRET), 'first'],
      ...['second', 'third'].map((name) => [by(secretOf(name)), name] as const),
    ]);
    return String(headers['webhook-signature'])
      .split(' ')
      .map((signature) => names.get(signature));
  };
  expect(await signers()).toEqual(['first']);
  await rotate('second', 24);
  expect(await signers()).toEqual(['second', 'first']);
  await rotate('third', 24);
  expect(await signers()).toEqual(['third', 'second']);
  // The old secret is still stored, but expired, which suffices.
  await world.fixture.sql(`UPDATE webhook_endpoint SET previous_until = instant() - interval '1 second'`);
  await ended();
  await findEnds(world.fixture.database, world.fixture.projectId);
  const [claimed] = await claimDeliveries(world.fixture.database, { limit: 1, perEndpoint: 1, busy: new Map() });
  expect(claimed!.sealedSecrets).toEqual(['third']);
  await settled(webhooks);
  expect(await world.fixture.sql('SELECT previous_secret, previous_until FROM webhook_endpoint')).toEqual([
    { previous_secret: null, previous_until: null },
  ]);
  await rotate('second', 0);
  expect(await signers()).toEqual(['second']);
});

test('a switched-off endpoint gets nothing; switched on it gets pending and new deliveries at its new URL', async () => {
  const webhookId = await told('/old');
  const seen = () =>
    world.receiver.received.map(({ path, body }) => [path, (JSON.parse(body) as { data: { id: string } }).data.id]);
  const webhooks = keeper();
  world.receiver.statuses.set('/old', 503);
  const waiting = await ended();
  await settled(webhooks);
  await change(webhookId, { enabled: false });
  await ended();
  await due();
  for (let n = 0; n < 3; n++) await settled(webhooks);
  expect(seen()).toEqual([['/old', waiting]]);
  await change(webhookId, { enabled: true, url: `${world.receiver.url}/new` });
  const later = await ended();
  for (let n = 0; n < 3; n++) await settled(webhooks);
  expect(seen()).toHaveLength(3);
  expect(seen().slice(1)).toEqual(
    expect.arrayContaining([
      ['/new', waiting],
      ['/new', later],
    ]),
  );
});

test('an enabled endpoint gets deliveries again and is not disabled for earlier failures', async () => {
  const webhookId = await told('/hook');
  world.receiver.statuses.set('/hook', 410);
  const webhooks = keeper();
  await ended();
  await settled(webhooks);
  expect((await change(webhookId, { enabled: true }))!.after).toMatchObject({
    enabled: true,
    disabledAt: null,
    disabledReason: null,
  });
  world.receiver.statuses.set('/hook', 503);
  await world.fixture.sql(
    `UPDATE webhook_delivery SET attempts = 10, next_at = instant(), created_at = created_at - interval '28 hours'`,
  );
  await settled(webhooks);
  expect(await deliveries()).toEqual([{ attempts: 11, delivered: false, open: false, status: 503 }]);
  world.receiver.statuses.delete('/hook');
  const id = await ended();
  for (let n = 0; n < 3; n++) await settled(webhooks);
  expect(world.receiver.received.at(-1)!.body).toContain(id);
});

test('a replay resends failed or delivered webhooks under the same id, with as many attempts as at first', async () => {
  const webhookId = await told('/hook');
  const replay = (meant: Replay) =>
    world.fixture.database.transaction((transaction) =>
      replayDeliveries(transaction, { projectId: world.fixture.projectId, webhookId }, meant),
    );
  const webhooks = keeper();
  const taken = await ended();
  await settled(webhooks);
  world.receiver.statuses.set('/hook', 503);
  const failed = await ended();
  await settled(webhooks);
  const failedSince = new Date(0);
  expect(await replay({ failedSince })).toBe(0); // the delivery still waits for its next attempt
  // The endpoint has then accepted a newer delivery and is not disabled.
  await world.fixture.sql(
    `UPDATE webhook_delivery SET attempts = 10, created_at = created_at - interval '1 day', next_at = instant() WHERE next_at IS NOT NULL`,
  );
  await settled(webhooks);
  expect(await replay({ failedSince: new Date('2100-01-01') })).toBe(0);
  expect(await replay({ failedSince })).toBe(1);
  await settled(webhooks); // fails again, and the endpoint is not disabled
  world.receiver.statuses.delete('/hook');
  await due();
  await settled(webhooks);
  expect(await replay({ executionId: taken })).toBe(1);
  expect(await replay({ executionId: taken })).toBe(0);
  await settled(webhooks);
  expect(await deliveries()).toEqual([
    { attempts: 2, delivered: true, open: false, status: 204 },
    { attempts: 13, delivered: true, open: false, status: 204 },
  ]);
  const sent = world.receiver.received.map(({ headers, body }) => ({
    id: (JSON.parse(body) as { data: { id: string } }).data.id,
    message: headers['webhook-id'],
  }));
  expect(sent.map(({ id }) => id)).toEqual([taken, failed, failed, failed, failed, taken]);
  expect(await attemptsLogged()).toEqual([
    [1, 2],
    [1, 11, 12, 13],
  ]);
  expect(new Set(sent.map(({ message }) => message)).size).toBe(2);
});

test('a delivery lists the result of each attempt', async () => {
  await told('/hook');
  world.receiver.statuses.set('/hook', 503);
  await ended();
  const webhooks = keeper();
  await settled(webhooks);
  world.receiver.statuses.delete('/hook');
  await due();
  await settled(webhooks);
  const [row] = await world.fixture.sql<{ log: readonly object[] }>('SELECT attempt_log AS log FROM webhook_delivery');
  const times = { at: expect.stringMatching(/^\d{4}-/), durationMs: expect.any(Number) };
  expect(row?.log).toEqual([
    { ...times, attempt: 1, statusCode: 503, error: 'answered 503' },
    { ...times, attempt: 2, statusCode: 204, error: null },
  ]);
});

test('a delivery with many attempts lists the latest ones', async () => {
  await told('/hook');
  await ended();
  await findEnds(world.fixture.database, world.fixture.projectId);
  await world.fixture.sql(`
    UPDATE webhook_delivery SET attempts = 60, attempt_log = (SELECT jsonb_agg(jsonb_build_object('attempt', n)) FROM generate_series(11, 60) AS n)`);
  await settled(keeper());
  expect(await attemptsLogged()).toEqual([Array.from({ length: 50 }, (_, n) => n + 12)]);
});

async function attemptsLogged(): Promise<number[][]> {
  const rows = await world.fixture.sql<{ log: readonly { readonly attempt: number }[] }>(
    'SELECT attempt_log AS log FROM webhook_delivery ORDER BY execution_id',
  );
  return rows.map(({ log }) => log.map(({ attempt }) => attempt));
}

test('old deliveries are deleted, also those of a switched-off endpoint', async () => {
  const webhookId = await told('/hook');
  const webhooks = keeper();
  await ended();
  await settled(webhooks);
  await change(webhookId, { enabled: false });
  await world.fixture.sql(`UPDATE webhook_delivery SET created_at = created_at - interval '29 days'`);
  await settled(webhooks);
  expect(await deliveries()).toHaveLength(1);
  await world.fixture.sql(`UPDATE webhook_delivery SET created_at = created_at - interval '2 days'`);
  await settled(webhooks);
  expect(await deliveries()).toEqual([]);
});
