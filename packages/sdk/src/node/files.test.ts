/** Files to upload: one that cannot be read, or has no known type, is named with the remedy before anything is sent. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createFarebox } from '../client.ts';
import { scripted } from '../testing/scripted.ts';
import { fileAt } from './files.ts';

const folder = mkdtempSync(join(tmpdir(), 'farebox-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PNG = join(folder, 'photo.PNG');
const UNKNOWN = join(folder, 'photo.xyz');
for (const path of [PNG, UNKNOWN]) writeFileSync(path, 'bytes');

it('a file has the type of its extension and its bytes', async () => {
  const blob = await fileAt(PNG);
  expect([blob.type, await blob.text()]).toEqual(['image/png', 'bytes']);
});

it.each([
  ['that is missing', join(folder, 'none.png'), 'ENOENT'],
  ['inside a file', join(PNG, 'none.png'), 'ENOTDIR'],
  ['that is a folder', folder, 'it is a folder'],
])('a file %s is named as unreadable', async (_, path, why) => {
  const read = fileAt(path);
  await expect(read).rejects.toThrow(`the file ${path} cannot be read: ${why}`);
});

it.each([
  ['a file', () => fileAt(UNKNOWN), UNKNOWN],
  ['a File', async () => new File(['bytes'], 'photo.xyz'), 'photo.xyz'],
  ['a Blob', async () => new Blob(['bytes']), 'the Blob'],
  ['bytes', async () => new Uint8Array(3), 'the bytes'],
  ['a stream', async () => new Blob(['bytes']).stream(), 'the stream'],
  ['a URL', async () => new URL('data:;,bytes'), 'the URL'],
])('%s of unknown type is refused with the advice to pass mimeType, and nothing is sent', async (_, open, name) => {
  await using server = await listening();
  const farebox = createFarebox({ baseUrl: server.baseUrl, apiKey: 'fb', attemptsMax: 1, fetch: withoutType });
  await expect(farebox.upload(await open())).rejects.toMatchObject({
    code: 'unsupported_media_type',
    reason: `the type of ${name} is unknown; nothing was sent: pass it, as in upload(source, { mimeType: 'image/png' })`,
  });
  expect(server.heard).toEqual([]);
});

it('a file of unknown type is sent as the type that the caller names', async () => {
  await using server = await listening();
  const farebox = createFarebox({ baseUrl: server.baseUrl, apiKey: 'fb', attemptsMax: 1 });
  await expect(farebox.upload(await fileAt(UNKNOWN), { mimeType: 'image/png' })).resolves.toEqual({ id: 'file_1' });
  expect(server.heard.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
    { mimeType: 'image/png', data: btoa('bytes') },
  ]);
});

/** Answers a `data:` URL without a type, and sends all else. */
const withoutType: typeof fetch = async (input, init) => {
  const isData = typeof input === 'string' && input.startsWith('data:');
  return isData ? new Response(new Blob(['bytes']).stream()) : fetch(input, init);
};

async function listening() {
  const server = await scripted([{ status: 200, body: { data: { id: 'file_1' } } }]);
  return { ...server, [Symbol.asyncDispose]: server.close };
}
