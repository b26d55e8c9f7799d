/** Artifacts are saved into the named directory only, replace nothing, and are whole or absent. */
import { hash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@farebox/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { artifactsOf, executionOf } from './testing/execution.ts';
import { dataIn } from './testing/host.ts';
import { scriptedApi } from './testing/scripted-api.ts';
import { TOOLS } from './tools/index.ts';
import { saveInto } from './tools/save-path.ts';

const bytes = Buffer.alloc(300_000, 'image ');
const [file] = artifactsOf(1);
const artifact = { ...file, sizeBytes: bytes.length, sha256: hash('sha256', bytes) };
const directory = realpathSync(mkdtempSync(join(tmpdir(), 'farebox-save-')));
const [folder, elsewhere] = [join(directory, 'results'), join(directory, 'elsewhere')];

/** Serves the bytes, cuts them short, sends others, or refuses. */
const server = createServer((request, response) => {
  if (request.url === '/gone') response.writeHead(404).end();
  else if (request.url === '/moved') response.writeHead(302, { Location: '/whole' }).end();
  else if (request.url === '/cut')
    response.writeHead(200, { 'Content-Length': bytes.length }).end(bytes.subarray(0, 1_000), () => response.destroy());
  else if (request.url === '/short') response.end(bytes.subarray(0, 1_000));
  else if (request.url === '/long') response.end(Buffer.concat([bytes, bytes]));
  else if (request.url === '/other') response.end(Buffer.alloc(bytes.length, 'other '));
  else response.end(bytes);
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  for (const each of [folder, elsewhere]) {
    rmSync(each, { recursive: true, force: true });
    mkdirSync(each);
  }
});

interface Saving {
  readonly name?: string;
  readonly served?: string;
}

async function save({ name, served = 'whole' }: Saving = {}): Promise<Readonly<Record<string, unknown>>> {
  const api = scriptedApi();
  const artifacts = [artifact] as never;
  api.on('getExecution', () => executionOf({ output: { artifacts } }));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${served}`;
  api.on('downloadArtifact', () => ({ url, expiresAt: '' }));
  const session = { api, spendLimit: null, followsTasks: false, signal: new AbortController().signal };
  const args = { executionId: executionOf().id, fileId: artifact.id, ...(name === undefined ? {} : { name }) };
  try {
    return dataIn((await saveInto(folder).run(args, session)).content);
  } catch (error) {
    if (error instanceof AppError) return { message: error.message };
    throw error;
  }
}

test('only a server of the machine itself can save', () => {
  expect(TOOLS.map(({ definition }) => definition.name)).not.toContain('save_artifact');
});

test('an artifact is saved whole, under the given name or its own', async () => {
  expect(await save({ name: 'Foto größer.webp' })).toMatchObject({
    path: join(folder, 'Foto größer.webp'),
    sha256: artifact.sha256,
  });
  expect(await save()).toMatchObject({ path: join(folder, `${artifact.id}.webp`) });
  for (const name of readdirSync(folder)) expect(readFileSync(join(folder, name))).toEqual(bytes);
  expect(readdirSync(folder)).toHaveLength(2);
});

test.each([
  '../out.webp',
  '..',
  '.hidden.webp',
  'sub/out.webp',
  'sub\\out.webp',
  `${'/tmp'}/out.webp`,
  'out.webp\0.webp',
  'out\u202e.webp',
  'out.sh',
  'out.webp.',
  'C:out.webp',
  'webp',
  `${'x'.repeat(196)}.webp`,
])('the name %j is refused', async (name) => {
  mkdirSync(join(folder, 'sub'));
  expect(await save({ name })).toMatchObject({
    message: expect.stringMatching(/^(name_not_allowed|invalid_tool_arguments)$/) as string,
  });
  expect([readdirSync(folder), readdirSync(join(folder, 'sub')), readdirSync(elsewhere)]).toEqual([['sub'], [], []]);
  expect(existsSync(join(directory, 'out.webp'))).toBe(false);
});

test('an existing file stays as it is, also a link that leads out of the folder or nowhere', async () => {
  writeFileSync(join(folder, 'file.webp'), 'mine');
  writeFileSync(join(elsewhere, 'target.webp'), 'mine');
  symlinkSync(join(elsewhere, 'target.webp'), join(folder, 'link.webp'));
  symlinkSync(join(elsewhere, 'none.webp'), join(folder, 'dangling.webp'));
  for (const name of ['file.webp', 'link.webp', 'dangling.webp'])
    expect(await save({ name })).toMatchObject({ message: 'file_exists' });
  expect(readFileSync(join(folder, 'file.webp'), 'utf8')).toBe('mine');
  expect(readFileSync(join(elsewhere, 'target.webp'), 'utf8')).toBe('mine');
  expect([readdirSync(folder).toSorted(), readdirSync(elsewhere)]).toEqual([
    ['dangling.webp', 'file.webp', 'link.webp'],
    ['target.webp'],
  ]);
});

test('two saves of one name at once make one file', async () => {
  const both = await Promise.all([save({ name: 'one.webp' }), save({ name: 'one.webp' })]);
  expect(new Set(both.map(({ message }) => message))).toEqual(new Set(['file_exists', undefined]));
  expect(readFileSync(join(folder, 'one.webp'))).toEqual(bytes);
});

test.each([
  ['gone', 'artifact_unavailable'],
  ['moved', 'service_unavailable'],
  ['cut', 'service_unavailable'],
  ['short', 'service_unavailable'],
  ['long', 'service_unavailable'],
  ['other', 'service_unavailable'],
])('of bytes that are %s, nothing is left', async (served, message) => {
  expect(await save({ served })).toMatchObject({ message });
  expect(readdirSync(folder)).toEqual([]);
});

test('a folder that became a link is refused', async () => {
  rmSync(folder, { recursive: true });
  symlinkSync(elsewhere, folder);
  expect(await save()).toMatchObject({ message: 'folder_not_writable' });
  expect(readdirSync(elsewhere)).toEqual([]);
  rmSync(folder);
});
