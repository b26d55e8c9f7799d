/** Readiness in front of a server whose failover could lose confirmed commits. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, createMetrics } from '@farebox/telemetry';
import { openPair, runSql } from '@farebox/testing';
import { expect, test } from 'vitest';
import { readGatewayConfig } from '../config.ts';
import { environmentFor } from '../testing/gateway.fixture.ts';
import { startGateway } from './gateway.ts';

const POLL = { timeout: 30_000, interval: 250 };

async function started(databaseUrl: string, settings: Readonly<Record<string, string>>) {
  const directory = await mkdtemp(join(tmpdir(), 'farebox-gateway-'));
  const telemetry = { logger: createLogger({ app: 'gateway', level: 'silent' }), metrics: createMetrics('gateway') };
  const environment = { ...(await environmentFor(databaseUrl, directory)), FAREBOX_LAME_DUCK_SECONDS: '0' };
  const config = readGatewayConfig({ ...environment, ...settings });
  const gateway = await startGateway(config, telemetry);
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

const READY = [200, undefined];
const REFUSED = [503, 'its standbys replicate asynchronously'];

test(
  'an asynchronous standby makes a gateway not ready unless that is allowed; a synchronous one does not',
  { timeout: 120_000 },
  async () => {
    await using pair = await openPair();
    await pair.untilCaughtUp();
    await using strict = await started(pair.appUrl, {});
    await using allowed = await started(pair.appUrl, { FAREBOX_ALLOW_ASYNC_REPLICA: 'true' });
    await expect.poll(strict.ready, POLL).toEqual(REFUSED);
    await expect.poll(allowed.ready, POLL).toEqual(READY);
    const reload = 'SELECT pg_reload_conf()';
    await runSql(pair.primaryUrl, `ALTER SYSTEM SET synchronous_standby_names = 'standby'`, reload);
    await expect.poll(strict.ready, POLL).toEqual(READY);
    await runSql(pair.primaryUrl, 'ALTER SYSTEM RESET synchronous_standby_names', reload);
    await expect.poll(strict.ready, POLL).toEqual(REFUSED);
  },
);
