/** A published tool as clients use it: by the command line, by the SDK, and by types that the compiler knows it from. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFarebox, usd } from '@farebox/sdk';
import { runProcess } from '@farebox/testing';
import { manifestOf } from '@farebox/tools/testing';
import { afterAll, expect, test } from 'vitest';
import { readRuntime } from '../runtime.ts';
import { running } from '../testing/running.ts';
import { typist } from '../testing/typing.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const directory = mkdtempSync(join(tmpdir(), 'farebox-bought-tool-'));
chmodSync(directory, 0o755);
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const data = join(directory, 'data');
const env = {
  XDG_CONFIG_HOME: join(directory, 'config'),
  XDG_STATE_HOME: join(directory, 'state'),
  INIT_CWD: directory,
};
const farebox = typist({ env, where: ['--data-dir', data] });
const NAME = 'acme-read-text';

async function published(): Promise<void> {
  const simulate = { result: { lines: ['FAREBOX'] }, units: 2 };
  writeFileSync(join(directory, 'tool.json'), JSON.stringify(manifestOf(NAME, { test: { simulate } })));
  expect(await farebox('tool publish tool.json --activate')).toMatchObject({ code: 0 });
  const known = async () => (await farebox(`run ${NAME} --help`)).code;
  await expect.poll(known, { timeout: 30_000, interval: 200 }).toBe(0);
}

async function byCommand(): Promise<void> {
  const { code, said, told } = await farebox(`run ${NAME} file_sample_photo --languages de,fr`);
  expect([code, told, said]).toEqual([
    0,
    expect.any(String),
    expect.stringMatching(
      /"FAREBOX"[\s\S]*acme-read-text exe_\w+ succeeded, charged 0\.0016 USD \(at most 0\.0016 USD\)\n {2}Read text: 2 × megapixel, 0\.0016 USD$/,
    ),
  ]);
  expect(await farebox(`run ${NAME} file_sample_photo --languages it`)).toMatchObject({
    code: 2,
    told: 'farebox: languages.0 must be one of en, de, fr',
  });
}

async function bySdk(baseUrl: string, apiKey: string): Promise<void> {
  const client = createFarebox<Record<string, object>>({ baseUrl, apiKey });
  const given = { source: { fileId: 'file_sample_photo' } };
  const { execution, result } = await client.run(NAME, given, { ceiling: usd('0.01') });
  expect([execution.chargedMicros, result]).toEqual([1_600, { lines: ['FAREBOX'] }]);
  await expect(client.run(NAME, given, { ceiling: usd('0.0015') })).rejects.toMatchObject({ code: 'ceiling_exceeded' });
}

const PROGRAM = `import { createFarebox, usd } from '@farebox/sdk';
import type { Tools } from './tools.ts';
const farebox = createFarebox<Tools>({ baseUrl: '', apiKey: '' });
const source = { fileId: 'file_sample_photo' };
const options = { ceiling: usd('1') };
void farebox.run('${NAME}', { source, languages: ['de', 'fr'] }, options);
void farebox.run('${NAME}', { source }, options);
// @ts-expect-error -- it needs a picture
void farebox.run('${NAME}', {}, options);
// @ts-expect-error -- no such language
void farebox.run('${NAME}', { source, languages: ['it'] }, options);
// @ts-expect-error -- no such tool
void farebox.run('acme-write-text', { source }, options);
`;

async function byTypes(baseUrl: string, apiKey: string): Promise<void> {
  const cwd = join(directory, 'program');
  mkdirSync(join(cwd, 'node_modules/@farebox'), { recursive: true });
  symlinkSync(join(ROOT, 'packages/sdk'), join(cwd, 'node_modules/@farebox/sdk'));
  const printing = [process.execPath, join(ROOT, 'packages/sdk/src/generate/main.ts'), baseUrl] as const;
  writeFileSync(
    join(cwd, 'tools.ts'),
    await runProcess({ command: printing, cwd, env: { ...process.env, FAREBOX_API_KEY: apiKey } }),
  );
  writeFileSync(join(cwd, 'program.ts'), PROGRAM);
  const options =
    '--ignoreConfig --noEmit --strict --module nodenext --lib esnext --allowImportingTsExtensions --types node';
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types')];
  const command = [join(ROOT, 'node_modules/.bin/tsc'), ...options.split(' '), ...types] as const;
  expect(await runProcess({ command: [...command, 'program.ts'], cwd })).toBe('');
}

test(
  'a published tool is bought by `farebox run` and by the SDK, and `farebox-types` writes its types',
  { timeout: 300_000 },
  async () => {
    await running(data, async (_, key) => {
      const { baseUrl } = readRuntime(data)!;
      await published();
      await byCommand();
      await bySdk(baseUrl, key);
      await byTypes(baseUrl, key);
    });
  },
);
