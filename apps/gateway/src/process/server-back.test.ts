/** An outage of the database as the log of a gateway tells it. */
import { createLogger } from '@farebox/telemetry';
import { expect, test } from 'vitest';
import { startTestGateway } from '../testing/gateway.fixture.ts';
import { startProxy } from '../testing/proxy.fixture.ts';

type Line = Readonly<Record<string, unknown>>;

test('an outage is one line when it begins, few lines a second under load, and one line when the database is back', async () => {
  const written: string[] = [];
  const destination = { write: (line: string) => void written.push(line) };
  const logger = createLogger({ app: 'gateway', level: 'info', destination });
  await using gateway = await startTestGateway({ FAREBOX_LAME_DUCK_SECONDS: '0' }, logger);
  const project = await gateway.newProject();
  const { token: key } = await project.newKey();
  await gateway.call('GET /tools/usage', { key });
  const lines = (): Line[] => written.map((line) => JSON.parse(line) as Line);
  const told = (msg: string): Line[] =>
    lines().filter((line) => line['msg'] === msg && line['server'] === 'PostgreSQL');
  const before = written.length;
  gateway.databaseProxy.cut();
  const away = await Promise.all(Array.from({ length: 300 }, () => gateway.call('GET /tools/usage', { key })));
  expect(away.filter(({ status }) => status === 503).length).toBeGreaterThan(200);
  expect(told('a server is away')).toHaveLength(1);
  const during = lines().slice(before);
  const seconds = new Set(during.map(({ time }) => String(time).slice(0, 19))).size + 1;
  const kinds = new Set(during.map(({ msg, status }) => `${String(msg)} ${String(status)}`)).size;
  expect(during.length).toBeLessThanOrEqual(kinds + 5 * seconds);
  const back = await startProxy(gateway.appUrl, Number(new URL(gateway.databaseProxy.url).port));
  await expect.poll(() => told('a server is back').length, { timeout: 60_000 }).toBe(1);
  expect(told('a server is away')).toHaveLength(1);
  expect(told('a server is back')[0]?.['awaySeconds']).toEqual(expect.any(Number));
  await back.close();
});
