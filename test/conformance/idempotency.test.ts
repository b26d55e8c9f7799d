/** One key, one execution: for ever, on every gateway, whatever else has changed. */
// Modes: embedded, services (gateways).
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, type Reply } from './client/connect.ts';
import { execute, newIdempotencyKey, quoted, settled, withoutRehearsal } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Execution, ExecutionRequest } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
let request: ExecutionRequest;

beforeAll(async () => {
  request = await quoted(client, 'image-analyze', await analysis(client));
});

const send = (idempotencyKey: string, body: unknown, { key = keys.key, gateway = 0 } = {}): Promise<Reply<Execution>> =>
  connect(key, gateway).post<Execution>('/tools/image-analyze', body, { 'Idempotency-Key': idempotencyKey });

// spec 4.4.3: "Same API key, same body, same idempotency key sent again returns the same execution; a completed identical execution answers HTTP 200."
// contract 5: "Replay: 200 when terminal, else 202; both with Idempotent-Replayed: true."
describe('a replay', () => {
  test('returns 200 with the same execution after its end, on the other gateway too', async () => {
    const idempotencyKey = newIdempotencyKey();
    const first = await send(idempotencyKey, request);
    const end = await settled(keys, first.data.id);
    const replay = await send(idempotencyKey, request, { gateway: 1 });
    expect(replay.outcome).toBe('200');
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.headers.get('retry-after')).toBeNull();
    expect(replay.data).toEqual(end);
  });

  test.skipIf(withoutRehearsal())(
    'returns 200 with the failure of a failed execution, which is not run again',
    async () => {
      const failing = await quoted(client, 'rehearsal', { outcome: 'fail' });
      const idempotencyKey = newIdempotencyKey();
      const first = await execute(client, failing, idempotencyKey);
      const end = await settled(keys, first.data.id);
      const replay = await execute(client, failing, idempotencyKey);
      expect([replay.outcome, replay.data]).toEqual(['200', end]);
      expect(replay.data.status).toBe('failed');
    },
  );

  test.skipIf(withoutRehearsal())('returns 202 with Retry-After for an open execution', async () => {
    const slow = await quoted(client, 'rehearsal', { durationMs: 60_000 });
    const idempotencyKey = newIdempotencyKey();
    const first = await execute(client, slow, idempotencyKey);
    const replay = await execute(client, slow, idempotencyKey);
    expect(replay.outcome).toBe('202');
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.headers.get('retry-after')).toBe('5');
    expect(replay.data.id).toBe(first.data.id);
    await client.post(`/tools/executions/${first.data.id}/cancel`);
  });
});

// contract 5: "same SHA-256 of the canonical JSON body (RFC 8785: key order and white space do not matter)"
describe('the same body', () => {
  const spelt: Readonly<Record<string, (body: ExecutionRequest) => string>> = {
    'in another key order': (body) => JSON.stringify(Object.fromEntries(Object.entries(body).toReversed())),
    'with white space': (body) => JSON.stringify(body, null, '\t'),
    'with another form of its number': (body) =>
      JSON.stringify(body).replace(/("maximumChargeMicros":)(\d+)/, '$1$2.0'),
    'with an exponent': (body) => JSON.stringify(body).replace(/("maximumChargeMicros":)(\d+)/, '$1$2e0'),
    'with escapes': (body) => JSON.stringify(body).replaceAll('image-analyze', '\\u0069mage-analyze'),
  };

  test.each(Object.entries(spelt))('%s is the same request', async (_, spell) => {
    const idempotencyKey = newIdempotencyKey();
    const first = await send(idempotencyKey, request);
    const again = await send(idempotencyKey, spell(request));
    expect([again.data.id, again.headers.get('idempotent-replayed')]).toEqual([first.data.id, 'true']);
  });
});

// spec 4.4.4: "Same idempotency key with a different body or a different API key gives HTTP 409."
// contract 2: "409 ALREADY_EXISTS idempotency_key_conflict"
describe('a conflict', () => {
  test('is a different body under the same key, even if only the maximum differs', async () => {
    const idempotencyKey = newIdempotencyKey();
    await send(idempotencyKey, request);
    const other = await send(idempotencyKey, { ...request, maximumChargeMicros: request.maximumChargeMicros + 1 });
    expect(other.outcome).toBe('409 idempotency_key_conflict');
  });

  test('is the same body from another API key of the project, even an ADMIN key', async () => {
    const idempotencyKey = newIdempotencyKey();
    await send(idempotencyKey, request);
    for (const key of [keys.key2, keys.keyAdmin]) {
      expect((await send(idempotencyKey, request, { key })).outcome).toBe('409 idempotency_key_conflict');
    }
  });

  // contract 5: "Idempotency-Key is unique per project"
  test('does not exist between projects', async () => {
    const other = connect(keys.keyOther);
    const theirs = await quoted(other, 'image-analyze', await analysis(other));
    const idempotencyKey = newIdempotencyKey();
    await send(idempotencyKey, request);
    const reply = await execute(other, theirs, idempotencyKey);
    expect([reply.outcome, reply.headers.get('idempotent-replayed')]).toEqual(['202', null]);
  });
});

// spec 4.4: "Idempotency-Key: 8 to 128 characters, letters and digits and the characters . _ : -"
// contract 2: "idempotency_key_required, idempotency_key_invalid"
describe('an idempotency key', () => {
  test.each(['a.B_9:-x', 'x'.repeat(128), '........'])('%s is accepted', async (idempotencyKey) => {
    expect((await send(idempotencyKey, request)).outcome).toBe('202');
  });

  test.each([
    'seven77',
    'x'.repeat(129),
    'x'.repeat(3_000),
    'has space',
    'two-keys, two-keys',
    'slash/slash',
    'semi;colon',
    'umlaut-\u00e4\u00e4',
  ])('%s is refused', async (idempotencyKey) => {
    expect((await send(idempotencyKey, request)).outcome).toBe('400 idempotency_key_invalid');
  });

  test('is required', async () => {
    expect((await client.post('/tools/image-analyze', request)).outcome).toBe('400 idempotency_key_required');
  });

  test('is case-sensitive', async () => {
    const idempotencyKey = newIdempotencyKey();
    const [lower, upper] = [await send(idempotencyKey, request), await send(idempotencyKey.toUpperCase(), request)];
    expect(upper.data.id).not.toBe(lower.data.id);
  });
});
