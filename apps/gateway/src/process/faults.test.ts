/** Outages of the gateway's servers: the gateway keeps responding, and its responses are true. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Execution, Quote } from '@farebox/contract';
import { type LaunchedRedis, startRedis } from '@farebox/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';

/** Requests every kind of endpoint and starts an execution. */
async function wholeJob(gateway: TestGateway, key: string): Promise<void> {
  const input = { tool: 'rehearsal', arguments: {} };
  const { data: quote } = await gateway.call<Quote>('POST /tools/quote', { key, json: input });
  const json = { ...input, priceVersion: quote.priceVersion, maximumChargeMicros: quote.maximumChargeMicros };
  const headers = { 'Idempotency-Key': randomUUID() };
  const accepted = await gateway.call<Execution>('POST /tools/rehearsal', { key, json, headers });
  expect(accepted.status).toBe(202);
  expect((await gateway.call(`GET /tools/executions/${accepted.data.id}`, { key })).status).toBe(200);
  expect((await gateway.call(`POST /tools/executions/${accepted.data.id}/cancel`, { key })).status).toBe(200);
  expect((await gateway.call('GET /readyz')).status).toBe(200);
}

describe('Redis', () => {
  let redis: LaunchedRedis | null;
  let gateway: TestGateway;
  let key: string;

  beforeAll(async () => {
    redis = await startRedis();
    if (redis === null) return;
    gateway = await startTestGateway({ REDIS_URL: redis.url });
    key = (await (await gateway.newProject()).newKey()).token;
  });

  afterAll(async () => {
    if (redis === null) return;
    await redis.stop();
    await gateway[Symbol.asyncDispose]();
  });

  /** Forty jobs, four at once: more would wait for the database on a starved machine, which is another promise. */
  async function requests(): Promise<void> {
    for (let turn = 0; turn < 10; turn++) await Promise.all(Array.from({ length: 4 }, () => wholeJob(gateway, key)));
  }

  test('delays no request while it works, is flushed, hangs, resumes or dies', async ({ skip }) => {
    if (redis === null) return skip('redis-server is not installed');
    await wholeJob(gateway, key); // alone: the gateway opens its connections
    await requests();
    await redisCommand(redis.url, 'FLUSHALL');
    await requests();
    process.kill(redis.pid, 'SIGSTOP');
    await requests(); // all of them get their responses while Redis still hangs
    process.kill(redis.pid, 'SIGCONT');
    await requests();
    process.kill(redis.pid, 'SIGKILL');
    await requests();
  });
});

async function redisCommand(url: string, command: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(`${command}\r\n`);
  expect(String((await once(socket, 'data'))[0])).toBe('+OK\r\n');
  socket.destroy();
}

test('a gateway works without Redis from the start', async () => {
  await using gateway = await startTestGateway({ REDIS_URL: 'redis://127.0.0.1:1' });
  await wholeJob(gateway, (await (await gateway.newProject()).newKey()).token);
});

describe.each(['cut', 'hang'] as const)('a database connection that was %s', (fault) => {
  test('makes requests fail with 503 and Retry-After, and the gateway not ready', async () => {
    await using gateway = await startTestGateway();
    const { token: key } = await (await gateway.newProject()).newKey();
    const input = { tool: 'rehearsal', arguments: {} };
    const { priceVersion, maximumChargeMicros } = (await gateway.call<Quote>('POST /tools/quote', { key, json: input }))
      .data;
    gateway.databaseProxy[fault]();
    const json = { ...input, priceVersion, maximumChargeMicros };
    const paid = await gateway.call('POST /tools/rehearsal', {
      key,
      json,
      headers: { 'Idempotency-Key': randomUUID() },
    });
    expect([paid.status, paid.headers.get('retry-after')]).toEqual([503, '5']);
    expect(paid.error).toMatchObject({ message: 'service_unavailable', details: { accepted: 'unknown' } });
    const read = await gateway.call('GET /tools/usage', { key });
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, '5']);
    expect(read.error.details).toBeUndefined();
    await expect.poll(async () => (await gateway.call('GET /readyz')).status, { timeout: 30_000 }).toBe(503);
    expect(await (await fetch(gateway.metricsUrl)).text()).toMatch(/^farebox_dependency_up\{.*"database".*\} 0$/m);
    expect((await gateway.call('GET /healthz')).status).toBe(200);
  });
});

describe('during an outage', () => {
  /** Starts a gateway on which a project's paid request was accepted once under its idempotency key. */
  async function bought() {
    const gateway = await startTestGateway();
    const { token: key } = await (await gateway.newProject()).newKey();
    const input = { tool: 'rehearsal', arguments: {} };
    const { data } = await gateway.call<Quote>('POST /tools/quote', { key, json: input });
    const json = { ...input, priceVersion: data.priceVersion, maximumChargeMicros: data.maximumChargeMicros };
    const headers = { 'Idempotency-Key': randomUUID() };
    const resend = (changes: object = {}) =>
      gateway.call<Execution>('POST /tools/rehearsal', { key, json, headers, ...changes });
    expect((await resend()).status).toBe(202);
    return { gateway, key, resend };
  }

  test('a resend of an accepted request never gets `accepted: false`', async () => {
    const { gateway, resend } = await bought();
    await using _ = gateway;
    gateway.databaseProxy.cut();
    const newKey = { headers: { 'Idempotency-Key': randomUUID() } };
    // Each request fails at another query: an uncached API key, a file, the replay.
    const replies = await Promise.all([
      resend(),
      resend({ key: `${'fb_live_'}${'A'.repeat(60)}` }),
      resend({ json: { tool: 'rehearsal', arguments: { unknown: 1 }, priceVersion: 'x', maximumChargeMicros: 1 } }),
      resend(newKey),
    ]);
    for (const { status, error } of replies.filter((reply) => reply.status === 503)) {
      expect([status, error.message, error.details]).toEqual([503, 'service_unavailable', { accepted: 'unknown' }]);
    }
    expect(replies.filter(({ status }) => status === 503).length).toBeGreaterThanOrEqual(3);
  });

  test('a read-only database makes writes fail with 503, and reads work', async () => {
    const { gateway, key, resend } = await bought();
    await using _ = gateway;
    const name = new URL(gateway.databaseUrl).pathname.slice(1);
    await gateway.database.prisma.$executeRawUnsafe(`ALTER DATABASE "${name}" SET default_transaction_read_only = on`);
    await gateway.database.prisma.$executeRawUnsafe(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND pid <> pg_backend_pid()`,
    );
    const paid = await resend({ headers: { 'Idempotency-Key': randomUUID() } });
    expect([paid.status, paid.headers.get('retry-after')]).toEqual([503, '5']);
    expect(paid.error).toMatchObject({ message: 'service_unavailable', details: { accepted: 'unknown' } });
    expect((await gateway.call('GET /tools/usage', { key })).status).toBe(200);
  });
});

describe('switched-off execution', () => {
  test('in the whole deployment: quotes work and name the blocker, execution is 503 with accepted: false', async () => {
    await using gateway = await startTestGateway({ FAREBOX_EXECUTION_ENABLED: 'false' });
    const { token: key } = await (await gateway.newProject()).newKey();
    const input = { tool: 'rehearsal', arguments: {} };
    const { data: quote } = await gateway.call<Quote>('POST /tools/quote', { key, json: input });
    expect(quote.blockers).toEqual(['execution_disabled']);
    const json = { ...input, priceVersion: quote.priceVersion, maximumChargeMicros: quote.maximumChargeMicros };
    const reply = await gateway.call('POST /tools/rehearsal', {
      key,
      json,
      headers: { 'Idempotency-Key': randomUUID() },
    });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    expect(reply.error).toMatchObject({ message: 'execution_disabled', details: { accepted: false } });
  });
});

test('the rate limit is counted before scope and body, and resets with the window', async () => {
  await using gateway = await startTestGateway({ FAREBOX_RATE_LIMIT_PER_MINUTE: '2' });
  const { token: key } = await (await gateway.newProject()).newKey({ scopes: ['project:read'] });
  // Three requests in a row can straddle the end of a window; of six, at least one window has more than two.
  const replies = [];
  for (let sent = 0; sent < 6; sent++) replies.push(await gateway.call('POST /tools/quote', { key, body: '{' }));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(2);
  expect(refused[0]?.error.message).toBe('rate_limit_exceeded');
  expect(refused[0]?.headers.get('ratelimit')).toBe(`"default";r=0;t=${refused[0]?.headers.get('retry-after')}`);
  expect(replies[0]?.error.message).toBe('platform_api_key_scope_required');
});

test('many keys do not bypass the limit: each project has a budget as well', async () => {
  await using gateway = await startTestGateway({ FAREBOX_PROJECT_RATE_LIMIT_PER_MINUTE: '3' });
  const [project, other] = [await gateway.newProject(), await gateway.newProject()];
  const keys = await Promise.all(Array.from({ length: 8 }, async () => (await project.newKey()).token));
  // Eight requests can straddle the end of a window, and two windows allow six.
  const replies = [];
  for (const key of keys) replies.push(await gateway.call('GET /tools/usage', { key }));
  const refused = replies.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(2);
  expect(refused[0]?.headers.get('ratelimit')).toMatch(/;r=0;/);
  expect((await gateway.call('GET /tools/usage', { key: (await other.newKey()).token })).status).toBe(200);
});
