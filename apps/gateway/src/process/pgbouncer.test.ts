/** A gateway whose database is behind PgBouncer in transaction mode, without `ignore_startup_parameters`. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Execution, File, Quote } from '@farebox/contract';
import { createLogger, createMetrics } from '@farebox/telemetry';
import { sound, startPgBouncer, startRedis } from '@farebox/testing';
import { expect, onTestFinished, test } from 'vitest';
import { readGatewayConfig } from '../config.ts';
import { environmentFor, startTestGateway, type TestGateway } from '../testing/gateway.fixture.ts';
import { startGateway } from './gateway.ts';

const MISSING = 'pgbouncer or redis-server is not installed';
/** More than the connections of PgBouncer to the server. */
const CLIENTS = 24;
const POLL = { timeout: 30_000, interval: 250 };

/** A gateway behind PgBouncer, beside one that is connected directly; null if a server is missing. */
async function pooled() {
  const direct = await startTestGateway();
  onTestFinished(() => direct[Symbol.asyncDispose]());
  const redis = await startRedis();
  onTestFinished(() => redis?.stop());
  const bouncer = await startPgBouncer(direct.appUrl);
  onTestFinished(() => bouncer?.[Symbol.asyncDispose]());
  if (bouncer === null || redis === null) return null;
  const directory = await mkdtemp(join(tmpdir(), 'farebox-gateway-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return { direct, bouncer, redis, directory };
}

async function started(databaseUrl: string, { directory, redisUrl }: { directory: string; redisUrl: string }) {
  const lines: string[] = [];
  const logger = createLogger({ app: 'gateway', level: 'silent' });
  logger.warn = (fields: unknown, line?: string) =>
    void lines.push(`${line}: ${String((fields as { err: Error }).err)}`);
  const environment = { ...(await environmentFor(databaseUrl, directory)), FAREBOX_LAME_DUCK_SECONDS: '0' };
  const config = readGatewayConfig({ ...environment, REDIS_URL: redisUrl });
  const gateway = await startGateway(config, { logger, metrics: createMetrics('gateway') });
  onTestFinished(() => gateway.close());
  return { url: gateway.url, lines };
}

/** Requests each kind of endpoint. */
async function wholeJob(url: string, key: string): Promise<void> {
  const call = async <T>(request: string, body?: object, headers: Record<string, string> = {}) => {
    const [method = '', path = ''] = request.split(' ');
    const response = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300);
    return (JSON.parse(text) as { data: T }).data;
  };
  const input = { tool: 'rehearsal', arguments: { artifactBytes: 10 } };
  const { priceVersion, maximumChargeMicros } = await call<Quote>('POST /tools/quote', input);
  const paid = { ...input, priceVersion, maximumChargeMicros };
  const { id } = await call<Execution>('POST /tools/rehearsal', paid, { 'Idempotency-Key': randomUUID() });
  const data = sound(10_000).toString('base64');
  const file = await call<File>('POST /tools/upload', { mimeType: 'audio/wav', data });
  expect(file.mimeType).toBe('audio/wav');
  expect((await call<Execution>(`GET /tools/executions/${id}`)).status).toBe('queued');
  expect((await call<Execution>(`POST /tools/executions/${id}/cancel`)).status).toBe('cancelled');
  await call('GET /tools/usage');
  await call('GET /tools/executions');
}

const newKey = async (gateway: TestGateway): Promise<string> => (await (await gateway.newProject()).newKey()).token;
const isReady = (url: string) => async (): Promise<number> => (await fetch(`${url}/readyz`)).status;

test('a gateway works behind PgBouncer in transaction mode, with more clients than PgBouncer has connections', async ({
  skip,
}) => {
  const servers = await pooled();
  if (servers === null) return skip(MISSING);
  const { direct, bouncer, redis, directory } = servers;
  const { url } = await started(bouncer.url, { directory, redisUrl: redis.url });
  await expect.poll(isReady(url), POLL).toBe(200);
  const key = await newKey(direct);
  await Promise.all(Array.from({ length: CLIENTS }, () => wholeJob(url, key)));
});

test('behind PgBouncer in transaction mode, the queue on PostgreSQL says that it needs a session, and the gateway serves', async ({
  skip,
}) => {
  const servers = await pooled();
  if (servers === null) return skip(MISSING);
  const { direct, bouncer, directory } = servers;
  const { url, lines } = await started(bouncer.url, { directory, redisUrl: '' });
  await expect.poll(isReady(url), POLL).toBe(200);
  expect(lines).toContainEqual(expect.stringMatching(/queue could not be prepared.*needs a session.*REDIS_URL/));
  await wholeJob(url, await newKey(direct));
});
