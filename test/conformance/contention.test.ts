/** Many parallel requests on all gateways: one execution for each key, and never more than the balance pays for. */
// Modes: embedded, services (gateways).
import { beforeAll, expect, test } from 'vitest';
import { type Client, connect, type Reply } from './client/connect.ts';
import { execute, newIdempotencyKey, quote, quoted, settled } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf, type WideIdentities } from './client/identities.ts';
import { makeIdentities } from './client/make-identities.ts';
import { unlessBusy } from './client/patient.ts';
import type { Execution, ExecutionRequest, Usage } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const HOLDS = 37;

const bought = (client: Client, request: ExecutionRequest, idempotencyKey = newIdempotencyKey()) =>
  unlessBusy(() => execute(client, request, idempotencyKey));

function count(replies: readonly Reply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { outcome } of replies) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

// issue 2.6: "50 identical parallel POSTs make one execution"
// spec 4.4.6: "One key per logical request."
test('50 identical parallel requests create one execution', async () => {
  const client = connect(keys.key);
  const request = await quoted(client, 'image-analyze', await analysis(client));
  const idempotencyKey = newIdempotencyKey();
  const replies = await Promise.all(
    Array.from({ length: 50 }, (_, i) => bought(connect(keys.key, i), request, idempotencyKey)),
  );
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
  expect(replies.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
  const { data } = await client.get<{ executions: unknown[] }>(`/tools/executions?idempotencyKey=${idempotencyKey}`);
  expect(data.executions).toHaveLength(1);
});

// spec 4.4.4: "Same idempotency key with a different body … gives HTTP 409."
test('20 parallel requests with different bodies under one key create one execution and 19 conflicts', async () => {
  const request = await quoted(connect(keys.key2), 'image-analyze', await analysis(connect(keys.key2)));
  const idempotencyKey = newIdempotencyKey();
  const bodies = Array.from({ length: 20 }, (_, i) => ({
    ...request,
    maximumChargeMicros: request.maximumChargeMicros + i,
  }));
  const replies = await Promise.all(bodies.map((body, i) => bought(connect(keys.key2, i), body, idempotencyKey)));
  expect(count(replies)).toEqual({ 202: 1, '409 idempotency_key_conflict': 19 });
});

let tight: WideIdentities;
let replies: readonly Reply<Execution>[];
let unitMicros: number;

beforeAll(async () => {
  const price = await quote(connect(keys.keyAdmin), 'image-analyze', await analysis(connect(keys.keyAdmin)));
  // A settlement releases nothing, so exactly this many fit, however fast the workers are.
  expect(price.minimumChargeMicros).toBe(price.maximumChargeMicros);
  unitMicros = price.maximumChargeMicros;
  tight = await makeIdentities(['--wide', '--balance-micros', String(HOLDS * unitMicros)]);
  const request = await quoted(connect(tight.key), 'image-analyze', await analysis(connect(tight.key)));
  const spenders = [tight.key, tight.key2, tight.keyAdmin, tight.keysByScope['tools:execute']];
  replies = await Promise.all(
    Array.from({ length: 200 }, (_, i) => bought(connect(spenders[i % 4] as string, i), request)),
  );
});

// issue 2.6: "200 distinct ones against a balance for 37 accept exactly 37"
// spec 8: "A 429 also results from insufficient prepaid USD balance or the monthly cap."
test('200 different parallel requests against a balance for 37 are accepted exactly 37 times', () => {
  expect(count(replies)).toEqual({ 202: HOLDS, '429 insufficient_balance': 200 - HOLDS });
});

// contract 4: "Usage … settledRequests, chargedMicros, heldMicros, availableMicros"
test('after all of them have ended, every micro-dollar of the balance is charged', async () => {
  const started = replies.filter(({ status }) => status === 202);
  for (const { data } of started) await settled(tight, data.id);
  const usage = await connect(tight.keysByScope['usage:read']).get<Usage>('/tools/usage');
  expect(usage.data).toMatchObject({
    settledRequests: HOLDS,
    chargedMicros: HOLDS * unitMicros,
    heldMicros: 0,
    availableMicros: 0,
  });
});
