import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UsageError } from '../program/exit-codes.ts';
import { readLogin, writeLogin } from './login.ts';

const LOGIN = { url: 'http://127.0.0.1:1', apiKey: 'fbx_test_key' };
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-login-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const env = () => ({ XDG_CONFIG_HOME: directory });

test('a key is written so that only this user can read it, and is read back', () => {
  const path = writeLogin('mine', LOGIN, env());
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(readLogin('mine', env())).toEqual(LOGIN);
  expect(readLogin('another', env())).toBeUndefined();
});

test('a key in a file that others can use is refused until it is private', () => {
  const path = writeLogin('shared', LOGIN, env());
  for (const mode of [0o604, 0o640, 0o620, 0o666]) {
    chmodSync(path, mode);
    expect(() => readLogin('shared', env())).toThrow(UsageError);
    expect(() => readLogin('shared', env())).toThrow(`chmod 600 ${path}`);
  }
  chmodSync(path, 0o600);
  expect(readLogin('shared', env())).toEqual(LOGIN);
});
