/** Time limits: the tool's own, and the client's. */
// Modes: embedded.
import { beforeAll, expect, test } from 'vitest';
import { endOfBatch, linesOf, quotedBatch } from './client/batches.ts';
import { connect } from './client/connect.ts';
import { newIdempotencyKey, quoted, settled, withoutRehearsal } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Batch, BatchRequest, Catalog, Execution, ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
let request: ExecutionRequest;
let maximum: number;

beforeAll(async () => {
  request = await quoted(client, 'image-analyze', await analysis(client));
  const { tools } = (await client.get<Catalog>('/tools')).data;
  maximum = tools.find(({ name }) => name === 'image-analyze')?.maxRuntimeSeconds ?? NaN;
});

const execute = (cancelAfter: string, idempotencyKey = newIdempotencyKey(), sent = request) =>
  client.post<Execution>(`/tools/${sent.tool}`, sent, {
    'Idempotency-Key': idempotencyKey,
    'Cancel-After': cancelAfter,
  });

const executeBatch = (sent: BatchRequest, headers: Readonly<Record<string, string>>) =>
  client.post<Batch>('/tools/batches', sent, { 'Idempotency-Key': newIdempotencyKey(), ...headers });

// issue 3.2: "A deadline per tool (maxRuntimeSeconds, in the catalog)"
// contract 5: "maxRuntimeSeconds is in the catalog."
test('every tool states its maximum runtime', async () => {
  for (const { name, maxRuntimeSeconds } of (await client.get<Catalog>('/tools')).data.tools) {
    expect(maxRuntimeSeconds, name).toSatisfy((seconds: number) => Number.isSafeInteger(seconds) && seconds >= 1);
  }
});

// issue 3.2: "and a Cancel-After request header"
test.each(['1', '30', '30s', '1m'])('Cancel-After: %s is accepted', async (cancelAfter) => {
  expect((await execute(cancelAfter)).outcome).toBe('202');
});

// issue 3.2: "and a Cancel-After request header"
// contract 5: "Cancel-After (optional header: 90, 90s, 5m, 1h; 1 s up to the tool's maxRuntimeSeconds)"
test("Cancel-After is refused above the tool's maximum and in any other form", async () => {
  expect((await execute(String(maximum))).outcome).toBe('202');
  for (const cancelAfter of [String(maximum + 1), '0', '-5', '1.5', '24h', 'soon', '0'.repeat(40)]) {
    const reply = await execute(cancelAfter);
    expect(reply.outcome, cancelAfter).toBe('400 invalid_request');
    expect(Object.keys(reply.error.details?.['fields'] as object)).toEqual(['header:Cancel-After']);
  }
});

// contract 5: "The path takes part … Cancel-After does not."
test('the same request with another Cancel-After is a replay', async () => {
  const idempotencyKey = newIdempotencyKey();
  const first = await execute('30s', idempotencyKey);
  const again = await execute('20s', idempotencyKey);
  expect(again.data.id).toBe(first.data.id);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

// issue 3.2: "and a Cancel-After request header end it in time"
// contract 5: "a cancel by the service that long after the acceptance"
test.skipIf(withoutRehearsal())(
  'work that takes longer is cancelled, and only costs that arose are charged',
  async () => {
    const slow = await quoted(client, 'rehearsal', { durationMs: 60_000 });
    const { data } = await execute('2s', newIdempotencyKey(), slow);
    const end = await settled(keys, data.id);
    expect(end).toMatchObject({ status: 'cancelled', chargedMicros: 0 });
    const seconds = (Date.parse(end.finishedAt ?? '') - Date.parse(end.createdAt)) / 1000;
    expect(seconds).toBeGreaterThanOrEqual(2);
    expect(seconds).toBeLessThan(20);
  },
);

// contract 5: "`POST /tools/batches` takes `Cancel-After` like `POST /tools/{tool}`, with the same limits for the tool of its executions."
test('Cancel-After of a batch has the same form and maximum, and a refused one does not use up the key', async () => {
  const batch = await quotedBatch(client, 'image-analyze', [request.arguments, request.arguments]);
  for (const cancelAfter of [String(maximum + 1), '0', '1.5', 'soon']) {
    const key = { 'Idempotency-Key': newIdempotencyKey() };
    const reply = await executeBatch(batch, { ...key, 'Cancel-After': cancelAfter });
    expect(reply.outcome, cancelAfter).toBe('400 invalid_request');
    expect(Object.keys(reply.error.details?.['fields'] as object)).toEqual(['header:Cancel-After']);
    expect((await executeBatch(batch, key)).headers.get('idempotent-replayed')).toBeNull();
  }
  expect((await executeBatch(batch, { 'Cancel-After': String(maximum) })).outcome).toBe('202');
});

// contract 5: "It takes no part in the sameness of batches."
test('the same batch with another Cancel-After is a replay', async () => {
  const batch = await quotedBatch(client, 'image-analyze', [request.arguments]);
  const key = { 'Idempotency-Key': newIdempotencyKey() };
  const first = await executeBatch(batch, { ...key, 'Cancel-After': '30s' });
  for (const headers of [{ 'Cancel-After': '20s' }, {}]) {
    const again = await executeBatch(batch, { ...key, ...headers });
    expect([again.data.id, again.headers.get('idempotent-replayed')]).toEqual([first.data.id, 'true']);
  }
});

// contract 5: "The limit is of each execution, from the acceptance of the batch."
test.skipIf(withoutRehearsal())(
  'every execution of a batch that takes longer is cancelled without a charge',
  async () => {
    const batch = await quotedBatch(client, 'rehearsal', [{ durationMs: 60_000 }, { durationMs: 50_000 }]);
    const { data } = await executeBatch(batch, { 'Cancel-After': '2s' });
    expect(await endOfBatch(keys, data.id)).toMatchObject({
      counts: { cancelled: 2 },
      chargedMicros: 0,
      cancelRequested: false,
    });
    for (const { execution } of linesOf(await client.get(`/tools/batches/${data.id}/results`))) {
      expect(execution).toMatchObject({ statusReason: 'cancel_after', createdAt: data.createdAt });
      const ms = Date.parse(execution.finishedAt ?? '') - Date.parse(data.createdAt);
      expect(ms).toBeGreaterThanOrEqual(2_000);
    }
  },
);
