/** Resumable uploads, response by response: where they continue, and when they give up. The conformance suite runs them against a real gateway. */
import { afterEach, expect, it } from 'vitest';
import { createFarebox } from './client.ts';
import { FareboxError } from './errors.ts';
import { putParts } from './files/parts.ts';
import { type Scripted, type ScriptedServer, scripted } from './testing/scripted.ts';

let server: ScriptedServer | undefined;
afterEach(() => server?.close());

const SIZE = 10;
const file = { id: 'file_1' };
const stands = (receivedBytes: number, more = {}): Scripted => ({
  status: 200,
  body: { data: { receivedBytes, sizeBytes: SIZE, ...more } },
});
const whole = stands(SIZE, { file });
const taken: Scripted = { status: 204, body: '' };
const refused = (status: number, message: string): Scripted => ({ status, body: { error: { status: 'X', message } } });
const conflict = refused(409, 'upload_offset_conflict');

async function sent(script: readonly (Scripted | null)[], bytes = 'abcdefghij') {
  server = await scripted(script);
  const progress: number[] = [];
  const end = await putParts(`${server.baseUrl}/resumable-uploads/a1`, new TextEncoder().encode(bytes), {
    onProgress: ({ sentBytes }) => progress.push(sentBytes),
  }).then(
    ({ id }) => id,
    (error: unknown) => (error instanceof FareboxError ? error.code : String(error)),
  );
  const asked = server.heard.map((each) => `${each.asked.replace('/resumable-uploads/a1', '')}${each.body}`);
  return { end, asked, progress };
}

it('a resumable upload reads the offset, sends the rest, and reads its file', async () => {
  expect(await sent([stands(4), taken, whole])).toEqual({
    end: 'file_1',
    asked: ['GET ', 'PATCH efghij', 'GET '],
    progress: [4, SIZE, SIZE],
  });
});

it('after a lost response, a resumable upload continues from the offset of the service', async () => {
  const { end, asked } = await sent([stands(0), null, conflict, stands(7), taken, whole]);
  expect([end, asked]).toEqual([
    'file_1',
    ['GET ', 'PATCH abcdefghij', 'PATCH abcdefghij', 'GET ', 'PATCH hij', 'GET '],
  ]);
});

it('an upload that is complete sends no bytes', async () => {
  expect(await sent([whole])).toMatchObject({ end: 'file_1', asked: ['GET '] });
});

it('a file of another size than declared is refused before any byte is sent', async () => {
  expect(await sent([stands(0)], 'abc')).toMatchObject({ end: 'file_content_mismatch', asked: ['GET '] });
});

it('an upload whose file was deleted rejects as not found', async () => {
  expect(await sent([stands(SIZE)])).toMatchObject({ end: 'upload_not_found', asked: ['GET '] });
});

it('an upload that has ended rejects', async () => {
  const mismatch = refused(400, 'file_content_mismatch');
  expect((await sent([stands(0), mismatch])).end).toBe('file_content_mismatch');
});

it('an upload that makes no progress gives up', async () => {
  const { end } = await sent(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? stands(0) : conflict)));
  expect(end).toBe('upload_offset_conflict');
});

const LARGE = 12 * 1024 * 1024 + 1;

it('a failed upload with a key is ended, which frees its storage quota', async () => {
  const Location = 'https://elsewhere.example/resumable-uploads/a1';
  const begun: Scripted = { status: 201, body: '', headers: { Location } };
  server = await scripted([begun, stands(0), taken]);
  const { upload } = createFarebox({ baseUrl: server.baseUrl, apiKey: 'fb' });
  const large = new Blob([new Uint8Array(LARGE)], { type: 'video/mp4' });
  await expect(upload(large)).rejects.toMatchObject({ code: 'file_content_mismatch' });
  expect(server.heard.map(({ asked }) => asked)).toEqual([
    'POST /resumable-uploads',
    'GET /resumable-uploads/a1',
    'DELETE /resumable-uploads/a1',
  ]);
});

it('an image is never sent as a resumable upload', async () => {
  server = await scripted([]);
  const { upload } = createFarebox({ baseUrl: server.baseUrl, apiKey: 'fb' });
  const picture = new Blob([new Uint8Array(LARGE)], { type: 'image/png' });
  await expect(upload(picture)).rejects.toMatchObject({ code: 'file_too_large' });
  expect(server.heard).toEqual([]);
});
