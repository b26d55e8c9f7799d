/** Keys over time: a revoked key is refused everywhere within a second; the successor of a rotated key continues as the same client. */
// Modes: embedded, services (gateways).
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { accepted, execute, newIdempotencyKey, quoted, withoutRehearsal } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import { fixtures } from './client/make-identities.ts';
import type { Project } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const POLL_MS = 50;
const rotated = async (key: string): Promise<string> =>
  (JSON.parse(await fixtures(['--rotate', key])) as { key: string }).key;

/** Sends requests until one is refused. Returns the time at which the last accepted one was sent. */
async function lastServedMs(ask: () => Promise<string>): Promise<number> {
  let servedMs = -Infinity;
  for (let sentMs = performance.now(); (await ask()) === '200'; sentMs = performance.now()) {
    servedMs = sentMs;
    await pause(POLL_MS);
  }
  return servedMs;
}

// contract 6: "revocation holds on every gateway within one second"
test('a revoked key is refused by every gateway within a second', async () => {
  const outcomeAt = async (gateway: number) => (await connect(keys.keyBurst, gateway).get('/tools')).outcome;
  expect(await Promise.all([0, 1].map(outcomeAt))).toEqual(['200', '200']);
  const asking = setInterval(() => void outcomeAt(0).then(() => outcomeAt(1)), 200); // keeps the key in every cache
  await fixtures(['--revoke', keys.keyBurst]).finally(() => clearInterval(asking));
  const revokedAtMs = performance.now();
  for (const gateway of [0, 1]) {
    expect(await lastServedMs(() => outcomeAt(gateway))).toBeLessThan(revokedAtMs + 1000);
    expect(await outcomeAt(gateway)).toBe('401 invalid_api_key');
  }
});

// contract 6: "rotation issues a successor with an overlap of 0–7 days and keeps the lineage"
// contract 5: "Sameness = same key (a rotated key keeps its lineage)"
test('the successor of a key replays requests of the old key, and both work during the overlap', async () => {
  const before = connect(keys.key);
  const request = await quoted(before, 'image-analyze', await analysis(before));
  const idempotencyKey = newIdempotencyKey();
  const first = await execute(before, request, idempotencyKey);
  const after = connect(await rotated(keys.key));
  const replay = await execute(after, request, idempotencyKey);
  expect([replay.data.id, replay.headers.get('idempotent-replayed')]).toEqual([first.data.id, 'true']);
  const [old, successor] = await Promise.all([before, after].map((client) => client.get<Project>('/tools/project')));
  expect(successor?.data.key.id).not.toBe(old?.data.key.id);
  expect(successor?.data.key.scopes).toEqual(old?.data.key.scopes);
});

// spec 4.6: "Allowed for the key that created the execution, or for a project member with role ADMIN."
test.skipIf(withoutRehearsal())('the successor of a key may cancel executions of the old key', async () => {
  const { id } = await accepted(connect(keys.key2), 'rehearsal', { durationMs: 60_000 });
  const after = connect(await rotated(keys.key2));
  expect((await after.post(`/tools/executions/${id}/cancel`)).outcome).toBe('200');
});

// contract 6: "keeps the lineage"
test('the successor of a key shares its window: a rotation does not lift the rate limit', async () => {
  const before = await connect(keys.keyAdmin).get('/tools');
  const after = await connect(await rotated(keys.keyAdmin)).get('/tools');
  const sameWindow = after.rateLimit.resetSeconds <= before.rateLimit.resetSeconds;
  expect(after.rateLimit.remaining).toBe(sameWindow ? before.rateLimit.remaining - 1 : 119);
});
