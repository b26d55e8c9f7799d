import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from '../program/run.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { targetFor } from './target.ts';

let directory: string;
let env: Readonly<Record<string, string>>;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'farebox-profile-'));
  env = { XDG_CONFIG_HOME: directory };
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function profile(...args: string[]) {
  const context = recordingContext({ env });
  return {
    code: await run(['profile', ...args], context),
    said: context.said.join('\n'),
    told: context.told.join('\n'),
  };
}
const base = (more = {}) => ({ root: directory, env: { ...env, ...more } });
const URL = 'https://admin.example/farebox';

test('a profile names a system and the source of its sessions, and never stores a session', async () => {
  expect((await profile('add', 'production', '--url', `${URL}/`, '--token-env', 'SESSION')).code).toBe(0);
  const file = join(directory, 'farebox/profiles.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const target = await targetFor({ profile: 'production' }, base({ SESSION: 'a.b.c' }));
  expect(target).toEqual({ url: URL, token: 'a.b.c', project: null, organization: null });
  expect(readFileSync(file, 'utf8')).not.toContain('a.b.c');
  await expect(targetFor({ profile: 'production' }, base())).rejects.toThrow(/SESSION, which is empty/);
});

test("a command may provide the session; if it fails, the error is shown without the command's output", async () => {
  await profile('add', 'ci', '--url', URL, '--token-command', 'echo a.b.c');
  expect(await targetFor({ profile: 'ci' }, base())).toMatchObject({ token: 'a.b.c' });
  await profile('add', 'ci', '--url', URL, '--token-command', 'echo secret; exit 3');
  await expect(targetFor({ profile: 'ci' }, base())).rejects.toThrow(/^[^\n]*ended with 3$/);
});

test('the current profile is the default until it is reset or removed', async () => {
  await profile('add', 'one', '--url', URL, '--token-command', 'echo 1', '--project', 'proj_one');
  await profile('add', 'two', '--url', URL, '--token-command', 'echo 2');
  expect((await profile('use', 'one')).code).toBe(0);
  expect(await targetFor({}, base())).toMatchObject({ token: '1', project: 'proj_one' });
  expect((await profile('list')).said).toMatch(/^\* +one /m);
  await profile('remove', 'one');
  await expect(targetFor({}, base())).rejects.toThrow(/no system runs in/);
  await profile('use', 'two');
  await profile('use');
  await expect(targetFor({}, base())).rejects.toThrow(/no system runs in/);
});

test('--data-dir overrides the current profile', async () => {
  await profile('add', 'one', '--url', URL, '--token-command', 'echo 1');
  await profile('use', 'one');
  await expect(targetFor({ dataDir: directory }, base())).rejects.toThrow(/no system runs in/);
});

test.each([
  [['--url', 'http://admin.example', '--token-env', 'S'], /must be https/],
  [['--url', 'ftp://admin.example', '--token-env', 'S'], /http or https/],
  [['--url', 'https://ann:secret@admin.example', '--token-env', 'S'], /scheme, host, port and path/],
  [['--url', URL], /--token-env and --token-command/],
  [['--url', URL, '--token-env', 'S', '--token-command', 'echo'], /one of/],
])('%j is refused, and nothing is written', async (flags, reason) => {
  expect(await profile('add', 'production', ...flags)).toMatchObject({ code: 2, told: expect.stringMatching(reason) });
  expect((await profile('list', '--json')).said).toBe('{\n  "profiles": {}\n}');
});

test('names of built-in object properties are not profiles', async () => {
  expect((await profile('use', 'constructor')).code).toBe(2);
  expect((await profile('add', '__proto__', '--url', URL, '--token-env', 'S')).code).toBe(2);
});
