/** A gateway that could not check its database role at start, because the database was unreachable. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PrivilegedRoleError } from '@farebox/db';
import { createLogger, createMetrics } from '@farebox/telemetry';
import { testDatabase } from '@farebox/testing';
import { expect, test } from 'vitest';
import { readGatewayConfig } from './config.ts';
import { environmentFor } from './testing/gateway.fixture.ts';
import { startGateway } from './process/gateway.ts';
import { startProxy } from './testing/proxy.fixture.ts';

test('a gateway with a superuser role gets no traffic, even if the role is known only after the start', async () => {
  await using database = await testDatabase();
  const directory = await mkdtemp(join(tmpdir(), 'farebox-gateway-'));
  const proxy = await startProxy(database.url);
  const telemetry = { logger: createLogger({ app: 'gateway', level: 'silent' }), metrics: createMetrics('gateway') };
  const environment = { ...(await environmentFor(proxy.url, directory)), FAREBOX_LAME_DUCK_SECONDS: '0' };
  const start = () => startGateway(readGatewayConfig(environment), telemetry);
  await expect(start()).rejects.toThrow(PrivilegedRoleError);
  proxy.cut();
  const gateway = await start();
  const recovered = await startProxy(database.url, Number(new URL(proxy.url).port));
  try {
    const ready = async () => {
      const response = await fetch(`${gateway.url}/readyz`);
      const { error } = (await response.json()) as { error?: { details?: { database?: string } } };
      return [response.status, error?.details?.database];
    };
    const refused = [503, 'DATABASE_URL names a role with too many rights'];
    await expect.poll(ready, { timeout: 30_000, interval: 250 }).toEqual(refused);
  } finally {
    await gateway.close();
    await recovered.close();
    await rm(directory, { recursive: true });
  }
});
