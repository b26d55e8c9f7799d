/** A gateway with execution switched off: it says so everywhere, accepts nothing new, and still serves replays. */
// Modes: embedded.
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { connect, type Client } from './client/connect.ts';
import { execute, newIdempotencyKey, quoted, settled } from './client/executions.ts';
import { analysis } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Catalog, Execution, ExecutionRequest, Quote } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);

describe.skipIf(inject('closedGatewayUrl') === null)('with execution switched off', () => {
  let closed: Client;
  let request: ExecutionRequest;

  beforeAll(async () => {
    closed = connect(keys.key, 'closed');
    request = await quoted(connect(keys.key), 'image-analyze', await analysis(connect(keys.key)));
  });

  // spec 2.2: "available: true alone does not make execution possible. The catalog-wide executionEnabled … also apply."
  test('the catalog says so, and tools stay available', async () => {
    const { data } = await closed.get<Catalog>('/tools');
    expect(data.executionEnabled).toBe(false);
    expect(data.tools.find(({ name }) => name === 'image-analyze')?.available).toBe(true);
  });

  // contract 4: "blockers names every gate that would refuse the execution now (availability, switch, cap, balance); the quote itself still answers 200"
  test('a quote lists the switch as a blocker', async () => {
    const reply = await closed.post<Quote>('/tools/quote', { tool: request.tool, arguments: request.arguments });
    expect([reply.outcome, reply.data.blockers]).toEqual(['200', ['execution_disabled']]);
  });

  // contract 2: "503 UNAVAILABLE execution_disabled … details.accepted: true, false or "unknown", Retry-After: 5"
  test('an execution is refused with 503 and not accepted', async () => {
    const reply = await execute(closed, request);
    expect(reply.outcome).toBe('503 execution_disabled');
    expect(reply.error.details).toMatchObject({ accepted: false });
    expect(reply.headers.get('retry-after')).toBe('5');
  });

  // contract 3: "A replay therefore succeeds … with execution disabled."
  // contract 3: "A refused request never consumes its key."
  test('a replay succeeds, and a key that was refused here can start its execution on another gateway', async () => {
    const idempotencyKey = newIdempotencyKey();
    expect((await execute(closed, request, idempotencyKey)).status).toBe(503);
    const first = await execute(connect(keys.key), request, idempotencyKey);
    expect(first.outcome).toBe('202');
    await settled(keys, first.data.id);
    const replay = await execute(closed, request, idempotencyKey);
    expect([replay.outcome, replay.data.id]).toEqual(['200', first.data.id]);
  });

  // contract 3: "ceiling → tool availability and executionEnabled → monthly cap → balance"
  test('the switch is checked after the maximum charge and before cap and balance', async () => {
    expect((await execute(closed, { ...request, maximumChargeMicros: 0 })).outcome).toBe('400 maximum_charge_too_low');
    const poor = connect(keys.keyCappedPoor, 'closed');
    const reply = await poor.post<Execution>(
      '/tools/image-analyze',
      { ...request, arguments: await analysis(poor) },
      { 'Idempotency-Key': newIdempotencyKey() },
    );
    expect(reply.outcome).toBe('503 execution_disabled');
  });
});

// spec 2.2: "whether execution is enabled (executionEnabled, boolean)"
test('the catalog of a gateway in service has execution enabled', async () => {
  expect((await connect(keys.key2).get<Catalog>('/tools')).data.executionEnabled).toBe(true);
});
