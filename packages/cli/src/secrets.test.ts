import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { secretsFor } from './secrets.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-secrets-'));
  path = join(directory, 'secrets.json');
});
afterEach(() => rmSync(directory, { recursive: true }));

test('secrets are generated once, and are long, different and readable only by this user', () => {
  const made = secretsFor(path, {});
  const all = Object.values(made);
  expect(new Set(all).size).toBe(3);
  for (const secret of all) expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(secretsFor(path, {})).toEqual(made);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('a folder of an earlier version keeps its secrets and gets the missing one', () => {
  const earlier = { FAREBOX_KEY_PEPPER: 'kept pepper', FAREBOX_URL_SECRET: 'kept url secret' };
  writeFileSync(path, JSON.stringify(earlier));
  const whole = secretsFor(path, {});
  expect(whole).toMatchObject(earlier);
  expect(whole.FAREBOX_SESSION_SECRET).toHaveLength(43);
  expect(secretsFor(path, {})).toEqual(whole);
});

test('a secret in the environment takes precedence and is not stored', () => {
  const given = 'a session secret of the environment';
  expect(secretsFor(path, { FAREBOX_SESSION_SECRET: given }).FAREBOX_SESSION_SECRET).toBe(given);
  expect(secretsFor(path, {}).FAREBOX_SESSION_SECRET).not.toBe(given);
});
