import { expect, test } from 'vitest';
import { readGatewayConfig } from './config.ts';

const needed = {
  DATABASE_URL: 'postgres://farebox@127.0.0.1:1/farebox',
  FAREBOX_DATA_DIR: '/tmp',
  FAREBOX_KEY_PEPPER: 'x'.repeat(40),
  FAREBOX_URL_SECRET: 'x'.repeat(40),
};

test('by default the gateway is not reachable from other machines', () => {
  const { host, operatorHost, metricsHost } = readGatewayConfig(needed);
  expect([host, operatorHost, metricsHost]).toEqual(['127.0.0.1', '127.0.0.1', '127.0.0.1']);
});
