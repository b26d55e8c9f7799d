/** Cancelling: who may do it, its effect on the work, and its cost. */
// Modes: embedded.
import { describe, expect, test } from 'vitest';
import { connect, type Reply } from './client/connect.ts';
import { accepted, completed, settled, until, withoutRehearsal, endOf } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Execution, Usage } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const LONG_MS = 60_000;

const cancel = (key: string, id: string, body?: unknown): Promise<Reply<Execution>> =>
  connect(key).post<Execution>(`/tools/executions/${id}/cancel`, body);

describe.skipIf(withoutRehearsal())('cancelling an open execution', () => {
  // spec 3: "Cancel requested after external processing started … cancelRequested, the final status and chargedMicros must be read"
  // contract 5: "Failure and cancellation charge only the external cost that really arose."
  test('stops it long before its time, charges nothing and releases the hold', async () => {
    const spender = connect(keys.keyBurst);
    const { id } = await accepted(spender, 'rehearsal', { durationMs: LONG_MS });
    const held = (await spender.get<Usage>('/tools/usage')).data;
    const reply = await cancel(keys.keyBurst, id);
    expect(reply.outcome).toBe('200');
    expect(reply.data).toMatchObject({ id, cancelRequested: true });
    const end = await endOf(keys.keyBurst, id);
    expect(end).toMatchObject({
      status: 'cancelled',
      cancelRequested: true,
      chargedMicros: 0,
      billing: [],
      error: null,
    });
    const after = (await spender.get<Usage>('/tools/usage')).data;
    expect(after).toEqual({ ...held, heldMicros: 0, availableMicros: held.availableMicros + held.heldMicros });
  });

  // spec 3: "Cancel requested after external processing started … cancelRequested, the final status and chargedMicros must be read"
  test('works while it runs', async () => {
    const { id } = await accepted(client, 'rehearsal', { durationMs: LONG_MS });
    await until(keys, id, ({ status }) => status === 'running');
    await cancel(keys.key, id);
    expect(await settled(keys, id)).toMatchObject({ status: 'cancelled', cancelRequested: true, chargedMicros: 0 });
  });

  // contract 5: "Cancel takes no body or {}; answers 200 with the execution; again 200"
  test('accepts no body or {}, and may be repeated before and after the end', async () => {
    const { id } = await accepted(client, 'rehearsal', { durationMs: LONG_MS });
    expect([(await cancel(keys.key, id)).outcome, (await cancel(keys.key, id, {})).outcome]).toEqual(['200', '200']);
    const end = await settled(keys, id);
    const again = await cancel(keys.key, id);
    expect([again.outcome, again.data]).toEqual(['200', end]);
    expect(again.headers.get('retry-after')).toBeNull();
  });

  // spec 4.6: "Allowed for the key that created the execution, or for a project member with role ADMIN."
  // contract 2: "execution_cancel_forbidden"
  // contract 6: "ADMIN may cancel any execution of the project"
  test('is refused to another member and allowed to an ADMIN', async () => {
    const { id } = await accepted(client, 'rehearsal', { durationMs: LONG_MS });
    const refused = await cancel(keys.key2, id);
    expect(refused.outcome).toBe('403 execution_cancel_forbidden');
    expect((await client.get<Execution>(`/tools/executions/${id}`)).data.cancelRequested).toBe(false);
    expect((await cancel(keys.keyAdmin, id)).outcome).toBe('200');
    expect((await settled(keys, id)).status).toBe('cancelled');
  });

  // spec 5.4: "Cancelling requires the creating key or an ADMIN."
  test('is refused to another key of the same member, which did not create the execution', async () => {
    const { id } = await accepted(client, 'rehearsal', { durationMs: LONG_MS });
    expect((await cancel(keys.keysByScope['tools:execute'], id)).outcome).toBe('403 execution_cancel_forbidden');
    await cancel(keys.key, id);
  });
});

// contract 5: "on succeeded/failed 400 execution_already_finished"
test('a succeeded execution cannot be cancelled and does not change', async () => {
  const end = await completed(keys, 'image-analyze', await analysis(client));
  expect((await cancel(keys.key, end.id)).outcome).toBe('400 execution_already_finished');
  expect((await client.get(`/tools/executions/${end.id}`)).data).toEqual(end);
});

// contract 5: "on succeeded/failed 400 execution_already_finished"
test.skipIf(withoutRehearsal())('an execution that failed cannot be cancelled', async () => {
  const end = await completed(keys, 'rehearsal', { outcome: 'fail' });
  expect((await cancel(keys.key, end.id)).outcome).toBe('400 execution_already_finished');
});

// contract 5: "Cancel takes no body or {}"
test.each([
  ['an unknown field', { reason: 'changed my mind' }, '400 invalid_request'],
  ['no JSON', '{', '400 invalid_json'],
  ['too much', ' '.repeat(64 * 1024 + 1), '400 request_too_large'],
])('a body with %s is refused', async (_, body, outcome) => {
  expect((await cancel(keys.key, 'exe_00000000000000000000000000', body)).outcome).toBe(outcome);
});

// contract 2: "execution_not_found"
test.each(['exe_00000000000000000000000000', 'nonsense'])(
  'an execution %s that does not exist cannot be cancelled',
  async (id) => {
    expect((await cancel(keys.key, id)).outcome).toBe('404 execution_not_found');
  },
);
