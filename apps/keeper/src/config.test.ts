import { ConfigError } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { readKeeperConfig } from './config.ts';

const BASE = { DATABASE_URL: 'postgres://u@h/d', FAREBOX_DATA_DIR: '/tmp', FAREBOX_URL_SECRET: 'x'.repeat(32) };

test('no setting delays a cancel or a deadline by more than ten seconds', () => {
  expect(readKeeperConfig({ ...BASE, FAREBOX_SWEEP_SECONDS: '8' }).sweepSeconds).toBe(8);
  expect(() => readKeeperConfig({ ...BASE, FAREBOX_SWEEP_SECONDS: '9' })).toThrow(ConfigError);
});
