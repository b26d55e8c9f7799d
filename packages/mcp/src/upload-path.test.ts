/** Uploads read files below the named directories only; no path and no link leads out of them. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { scriptedApi } from './testing/scripted-api.ts';
import { uploadFrom } from './tools/upload-path.ts';

const directory = mkdtempSync(join(tmpdir(), 'farebox-roots-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const at = (...names: string[]): string => join(directory, ...names);
for (const folder of ['root', 'root-beside', 'linked']) mkdirSync(at(folder));
for (const folder of ['root', 'root-beside', 'linked']) writeFileSync(at(folder, 'photo.jpg'), folder);
writeFileSync(at('root', 'large.jpg'), '');
truncateSync(at('root', 'large.jpg'), 12 * 1024 * 1024 + 1);
mkdirSync(at('root', 'folder.jpg'));
symlinkSync(at('linked'), at('root', 'out'));
symlinkSync(at('root-beside', 'photo.jpg'), at('root', 'link.jpg'));

async function sent(path: string): Promise<unknown> {
  const api = scriptedApi();
  const file = { id: 'file_1', mimeType: 'image/jpeg', sizeBytes: 4, sha256: '', expiresAt: '' };
  api.on('uploadFile', () => file);
  const session = { api, spendLimit: null, followsTasks: false, signal: new AbortController().signal };
  const { isError = false } = await uploadFrom([at('root')]).run({ path }, session);
  return isError ? null : Buffer.from(String(api.asked[0]?.body?.['data']), 'base64').toString();
}

test.each(['photo.jpg', './photo.jpg', at('root', 'photo.jpg')])('%s is uploaded from the root', async (path) => {
  expect(await sent(path)).toBe('root');
});

test.each([
  '../root-beside/photo.jpg',
  at('root-beside', 'photo.jpg'),
  'out/photo.jpg',
  'link.jpg',
  'large.jpg',
  'folder.jpg',
  'none.jpg',
  '',
  'photo.jpg\0.jpg',
])('%s is refused', async (path) => {
  expect(await sent(path)).toBeNull();
});
