/** Readiness in front of a server whose failover could lose confirmed commits: it serves until then. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createMetrics } from '@farebox/telemetry';
import { openPair } from '@farebox/testing';
import { expect, test } from 'vitest';
import { readGatewayConfig } from '../config.ts';
import { environmentFor } from '../testing/gateway.fixture.ts';
import { startGateway } from './gateway.ts';

const POLL = { timeout: 30_000, interval: 250 };

async function started(databaseUrl: string) {
  const directory = await mkdtemp(join(tmpdir(), 'farebox-gateway-'));
  const telemetry = { logger: createLogger({ app: 'gateway', level: 'silent' }), metrics: createMetrics('gateway') };
  const environment = { ...(await environmentFor(databaseUrl, directory)), FAREBOX_LAME_DUCK_SECONDS: '0' };
  const gateway = await startGateway(readGatewayConfig(environment), telemetry);
  return {
    /** Status, and its reason about the database. */
    ready: async () => {
      const response = await fetch(`${gateway.url}/readyz`);
      const { error } = (await response.json()) as { error?: { details?: { database?: string } } };
      return [response.status, error?.details?.database];
    },
    async [Symbol.asyncDispose]() {
      await gateway.close();
      await rm(directory, { recursive: true });
    },
  };
}

test('an asynchronous standby makes no gateway unready: the keeper reports it', async () => {
  await using pair = await openPair();
  await pair.untilCaughtUp();
  await using gateway = await started(pair.appUrl);
  await expect.poll(gateway.ready, POLL).toEqual([200, undefined]);
});
