/** deploy/trial.sh, with a docker of the test that only records its arguments: the secrets that it makes, and the names that it refuses. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { variables } from './compose/compose-file.ts';

const DEPLOY = resolve(import.meta.dirname, '../../deploy');
const REQUIRED = new Set(variables.filter((each) => each.default === undefined).map(({ name }) => name));

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-trial-'));
  file = join(folder, '.env');
  for (const name of ['trial.sh', 'compose.yaml']) cpSync(join(DEPLOY, name), join(folder, name));
  writeFileSync(join(folder, 'docker'), '#!/bin/sh\necho "docker $*"\n', { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A umask that would let everybody read new files. */
function trial(...args: string[]) {
  const script = `umask 000; PATH='${folder}':$PATH exec '${join(folder, 'trial.sh')}' "$@"`;
  return spawnSync('/bin/sh', ['-c', script, 'sh', ...args], { encoding: 'utf8' });
}

const mode = (): string => (statSync(file).mode & 0o777).toString(8);

test('makes every required secret and the one of operators, long and different, for this user alone, and starts Compose', () => {
  const { status, stdout } = trial();
  expect([status, stdout]).toEqual([0, expect.stringMatching(/docker compose up --detach --build\n$/)]);
  const made = parseEnv(readFileSync(file, 'utf8'));
  expect(new Set(Object.keys(made))).toEqual(new Set([...REQUIRED, 'FAREBOX_SESSION_SECRET']));
  for (const value of Object.values(made)) expect(value).toMatch(/^[0-9a-f]{48}$/);
  expect(new Set(Object.values(made)).size).toBe(Object.keys(made).length);
  expect(mode()).toBe('600');
});

test('keeps a file that exists, closes it to other users, and passes its arguments on', () => {
  writeFileSync(file, 'FAREBOX_KEY_PEPPER=kept\n# a comment\nCOMPOSE_PROFILES=simulator\n');
  chmodSync(file, 0o644);
  const { status, stdout } = trial('--no-build', '--wait');
  expect([status, stdout]).toEqual([0, 'docker compose up --detach --no-build --wait\n']);
  expect(readFileSync(file, 'utf8')).toMatch(/^FAREBOX_KEY_PEPPER=kept\n/);
  expect(mode()).toBe('600');
});

test('refuses a name that nothing reads, and starts nothing', () => {
  for (const line of ['FAREBOX_OPERATR_CLAIM=groups=a', '  export GATEWAY_PORT = 8080', 'S3_ROOT=a']) {
    writeFileSync(file, `FAREBOX_LOG_LEVEL=debug\n${line}\n`);
    const { status, stdout, stderr } = trial();
    expect([status, stdout]).toEqual([78, '']);
    expect(stderr).toMatch(/^deploy\/\.env sets names that nothing reads: [A-Z0-9_]+\n$/);
  }
  writeFileSync(join(folder, 'compose.override.yaml'), 'x: ${S3_ROOT:-}\n');
  expect(trial().status).toBe(0);
});

test('leaves nothing behind but the file', () => {
  trial();
  const { stdout } = spawnSync('ls', ['-A', folder], { encoding: 'utf8' });
  expect(stdout.trim().split('\n').toSorted()).toEqual(['.env', 'compose.yaml', 'docker', 'trial.sh']);
  expect(existsSync(file)).toBe(true);
});
