/** Uploads to an upload URL outside of pages. test/conformance/sdk-page.test.ts proves the progress in real browsers. */
import { afterEach, expect, it, vi } from 'vitest';
import { type FareboxError, unreachable } from './errors.ts';
import { putFile } from './files/put-file.ts';
import type { UploadUrl } from './types.ts';
import { type ScriptedServer, scripted } from './testing/scripted.ts';

let server: ScriptedServer | undefined;
afterEach(async () => {
  vi.unstubAllGlobals();
  await server?.close();
});

const FILE = new Blob(['abcdef']);

async function sent(script: Parameters<typeof scripted>[0]) {
  server = await scripted(script);
  const uploadUrl = `${server.baseUrl}/uploads/a`;
  const address = { uploadUrl, method: 'PUT', headers: { 'Content-Type': 'audio/wav' } } as unknown as UploadUrl;
  const progress: object[] = [];
  const end = await putFile(address, FILE, { onProgress: (each) => progress.push(each) }).then(
    ({ id }) => id,
    (error: unknown) => (error as FareboxError).code,
  );
  return { end, progress, asked: server.heard.map((each) => `${each.asked} ${each.body}`) };
}

it('without XMLHttpRequest, progress is reported once, when the file is stored', async () => {
  const { end, progress, asked } = await sent([{ status: 200, body: { data: { id: 'file_1' } } }]);
  expect([end, asked, progress]).toEqual([
    'file_1',
    ['PUT /uploads/a abcdef'],
    [{ sentBytes: FILE.size, sizeBytes: FILE.size }],
  ]);
});

it('a file that is not stored reports no progress', async () => {
  const used = { status: 409, body: { error: { status: 'X', message: 'upload_url_used' } } };
  expect(await sent([used])).toMatchObject({ end: 'upload_url_used', progress: [] });
  await server?.close();
  expect(await sent([null])).toMatchObject({ end: 'network_failed', progress: [] });
});

it('only a page of another origin is told that its origin may not be listed', () => {
  const reason = (address: string): string => unreachable(address, new TypeError('Failed to fetch')).reason;
  const hint = 'or the project does not list the origin https://shop.example (farebox cors set)';
  expect(reason('https://tools.example')).not.toContain('cors');
  vi.stubGlobal('location', { origin: 'https://shop.example' });
  expect(reason('https://tools.example')).toBe(`address https://tools.example; Failed to fetch; ${hint}`);
  expect(reason('https://shop.example.evil.example')).toContain(hint);
  for (const own of ['https://shop.example', 'https://shop.example/api']) expect(reason(own)).not.toContain('cors');
  expect(unreachable('https://photos.example', new TypeError('no'), false).reason).not.toContain('cors');
});
