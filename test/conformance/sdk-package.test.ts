/** The SDK as it is published: packed, unpacked into node_modules, and used by programs that have nothing else of this repository. */
// Modes: embedded.
import { copyFileSync, existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import { installed } from './client/installed.ts';
import { commandOf, RUNTIMES } from './client/runtimes.ts';
import { foreign, printed } from './client/shell.ts';
import type { ExecutionList } from './client/wire.ts';
import { jpeg } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);
const ROOT = resolve(import.meta.dirname, '../..');
const SDK = join(ROOT, 'packages/sdk');
const PROGRAMS = join(import.meta.dirname, 'generated');
const TSC = join(ROOT, 'node_modules/.bin/tsc');

let folder: string;
beforeAll(async () => {
  folder = await installed();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a program beside the installed package. */
function ran(command: readonly string[], program: string, apiKey: string) {
  copyFileSync(join(PROGRAMS, program), join(folder, program));
  return foreign(command, folder, { FAREBOX_URL: gatewayUrl(), FAREBOX_API_KEY: apiKey });
}

for (const runtime of RUNTIMES)
  // issue 25.2: "every supported runtime"
  test(`on ${runtime.name} the published package does the main job`, async ({ skip }) => {
    const command = commandOf(runtime, skip);
    writeFileSync(join(folder, 'photo.jpg'), await jpeg({ width: 80, height: 60 }));
    rmSync(join(folder, 'small.jpg'), { force: true });
    const { code, stdout, stderr } = await ran([...command, 'installed-job.mjs'], 'installed-job.mjs', keys.key);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toEqual({ status: 'succeeded', states: ['succeeded'], pending: 0 });
    expect(existsSync(join(folder, 'small.jpg'))).toBe(true);
  });

// issue 10.1: "written to a pluggable store (memory, file, localStorage)"
test('a request that a closed page had written to localStorage is resumed by the next page, and paid once', async () => {
  const storage = ['--experimental-webstorage', `--localstorage-file=${join(folder, 'storage')}`, '--no-warnings'];
  const page = (...args: readonly string[]) =>
    ran([process.execPath, ...storage, 'installed-page.mjs', ...args], 'installed-page.mjs', keys.keyOther);
  expect(await page('leave')).toMatchObject({ signal: 'SIGKILL', stdout: '' });
  const { stdout, stderr } = await page();
  expect(stderr).toBe('');
  const { executions } = (await connect(keys.keyOther).get<ExecutionList>('/tools/executions')).data;
  expect(executions).toHaveLength(1);
  expect(JSON.parse(stdout)).toEqual({ id: executions[0]?.id, isResumed: true, left: 0 });
});

// issue 10.1: "generated anew for anyone's catalog by one command"
test('farebox-types writes the types of the tools and templates of a gateway, and the compiler checks a program against them', async () => {
  const template = {
    name: 'typed',
    parameters: { photo: { type: 'file' }, width: { type: 'integer', minimum: 8, maximum: 64, default: 16 } },
    steps: [{ tool: 'image-resize', arguments: { source: { $parameter: 'photo' }, width: { $parameter: 'width' } } }],
  };
  expect((await connect(keys.key).post('/tools/templates', template)).status).toBe(200);
  const typesFor = (url: readonly string[], env: Readonly<Record<string, string>>) =>
    foreign([join(folder, 'node_modules/.bin/farebox-types'), ...url], folder, env);
  const env = { FAREBOX_API_KEY: keys.key };
  expect(await typesFor([], env)).toMatchObject({ code: 2, stderr: expect.stringMatching(/^usage: /) });
  const stranger = await typesFor([gatewayUrl()], { FAREBOX_API_KEY: 'fb_test_no' });
  expect(stranger).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('invalid_api_key') });
  const alone = await typesFor([gatewayUrl()], env);
  expect(alone).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('npm install --save-dev') });

  symlinkSync(join(SDK, 'node_modules/openapi-typescript'), join(folder, 'node_modules/openapi-typescript'));
  const { code, stdout, stderr } = await typesFor([`${gatewayUrl()}/`], env);
  expect([code, stderr]).toEqual([0, '']);
  writeFileSync(join(folder, 'tools.ts'), stdout);
  copyFileSync(join(PROGRAMS, 'installed-types.ts'), join(folder, 'installed-types.ts'));
  const options = ['--ignoreConfig', '--noEmit', '--strict', '--module', 'nodenext', '--allowImportingTsExtensions'];
  const command = [TSC, ...options, '--lib', 'es2022,dom', '--types', '', 'installed-types.ts'];
  expect(await printed(command, folder)).toBe('');
});
