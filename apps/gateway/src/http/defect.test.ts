import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Downloads } from '@farebox/storage';
import { createMemoryRateLimiter } from '../rate-limit/memory-rate-limiter.ts';
import { createLogger, createMetrics } from '@farebox/telemetry';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dependencies } from '../endpoint/dependencies.ts';
import type { Handlers } from '../endpoint/handler.ts';
import { createApp } from './app.ts';
import { observeWith } from './observe.ts';
import { createSendError } from './send-error.ts';
import type { Runs } from './serve-runs.ts';
import { createHttpServer } from './server.ts';
import { identityWith } from '../testing/identity.fixture.ts';
import { sharedLimitsOf } from '../watch/shared-limits.ts';
import { createStreamRegistry } from '../watch/stream-registry.ts';

const lines: string[] = [];
const key = `fb_live_${'a'.repeat(16)}_${'b'.repeat(28)}_cccccc`;
const identity = identityWith(['project:read']);

const server = createHttpServer(
  createApp({
    keys: { find: async () => identity, findByPublicId: async () => identity },
    limiter: createMemoryRateLimiter({ limit: 100 }),
    streams: createStreamRegistry(createMetrics('gateway'), sharedLimitsOf(20)),
    sendError: createSendError(
      createLogger({ app: 'gateway', level: 'info', destination: { write: (line) => lines.push(line) } }),
    ),
    observe: observeWith(createMetrics('gateway')),
    handlers: {
      getProject: () => {
        throw new Error(`an internal detail, about ${key}`);
      },
    } as unknown as Handlers,
    downloads: {} as Downloads,
    dependencies: {} as Dependencies,
    runs: { metrics: createMetrics('gateway') } as unknown as Runs,
    basePath: '',
    openApi: async () => '{}',
    report: () => {},
    publicUrl: new URL('http://127.0.0.1'),
    readiness: { dependencies: [], problems: async () => ({}), drain: () => {}, isDraining: () => false },
  }),
  { isDraining: () => false },
);

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(async () => {
  const closed = once(server, 'close');
  server.close();
  await closed;
});

test('a defect is a 500 that contains only its request id; the log contains the details, without secrets', async () => {
  const { port } = server.address() as AddressInfo;
  const reply = await fetch(`http://127.0.0.1:${port}/tools/project`, {
    headers: { Authorization: `Bearer ${key}`, Connection: 'close' },
  });
  const requestId = reply.headers.get('x-request-id');
  expect(reply.status).toBe(500);
  expect(await reply.json()).toEqual({ error: { status: 'INTERNAL', message: 'internal_error', requestId } });
  expect(reply.headers.get('cache-control')).toBe('no-store');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', requestId, route: 'getProject' });
  expect(lines[0]).toContain('an internal detail');
  expect(lines[0]).not.toContain('b'.repeat(28));
});
