/** The SDK's uploads from streams and from URLs of the caller's own, which never receive the key. */
// Modes: embedded.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FareboxError, createFarebox } from '@farebox/sdk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import { png } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);
const farebox = createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.key });
const codeOf = (error: unknown): string => (error instanceof FareboxError ? error.code : String(error));
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A third-party server that records its requests. */
interface Elsewhere {
  readonly url: (path: string) => URL;
  readonly heard: { readonly path: string; readonly headers: IncomingHttpHeaders }[];
}

let elsewhere: Elsewhere;
let picture: Buffer;
const server = createServer((request, response) => {
  const path = request.url ?? '';
  elsewhere.heard.push({ path, headers: request.headers });
  if (path === '/moved.png') response.writeHead(302, { location: '/photo.png' }).end();
  else if (path === '/none.png') response.writeHead(404, { 'content-type': 'image/png' }).end(picture);
  else if (path === '/broken.png')
    response
      .writeHead(200, { 'content-type': 'image/png', 'content-length': picture.length })
      .write(picture.subarray(0, 9), () => response.destroy());
  else if (path === '/endless.png') endless(response.writeHead(200, { 'content-type': 'image/png' }));
  else response.writeHead(200, { 'content-type': 'image/png; charset=binary' }).end(picture);
});

const MIB = Buffer.alloc(1024 * 1024);
let endlessMib = 0;
/** Writes until the connection is closed. */
function endless(response: ServerResponse): void {
  const more = (): void => {
    if (response.destroyed) return;
    endlessMib++;
    response.write(MIB, more);
  };
  more();
}

beforeAll(async () => {
  picture = await png({ width: 33, height: 22 });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  elsewhere = { url: (path) => new URL(path, base), heard: [] };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

// issue 10.1: "uploads from path, stream, Blob, URL of the caller's own"
test('a stream is uploaded whatever the size of its chunks, and a broken stream creates no file', async () => {
  const pieces = async function* (isWhole: boolean) {
    for (let at = 0; at < picture.length; at += 7) {
      if (!isWhole && at > 21) throw new Error('the disk broke');
      yield new Uint8Array(picture.subarray(at, at + 7));
    }
  };
  const file = await farebox.upload(ReadableStream.from(pieces(true)), { mimeType: 'image/png' });
  expect(file).toMatchObject({ mimeType: 'image/png', width: 33, height: 22, sha256: sha256(picture) });
  const broken = farebox.upload(ReadableStream.from(pieces(false)), { mimeType: 'image/png' });
  await expect(broken).rejects.toThrow('the disk broke');
});

// issue 10.1: "uploads from path, stream, Blob, URL of the caller's own"
// issue 10.1: "the API key is never sent to an artifact's URL"
test('the response of a URL is uploaded with its type, and no URL receives the key', async () => {
  const file = await farebox.upload(elsewhere.url('/photo.png'));
  expect(file).toMatchObject({ mimeType: 'image/png', sha256: sha256(picture) });
  expect(await farebox.upload(elsewhere.url('/moved.png'))).toEqual(file);
  expect(elsewhere.heard.map(({ path }) => path)).toEqual(['/photo.png', '/moved.png', '/photo.png']);
  for (const { path, headers } of elsewhere.heard) {
    expect([path, headers.authorization]).toEqual([path, undefined]);
    expect(JSON.stringify(headers)).not.toContain(keys.key);
  }
});

// issue 10.1: "uploads from path, stream, Blob, URL of the caller's own"
test('a URL that fails, breaks off or never ends is an error, and no more is read than may be uploaded', async () => {
  expect(await farebox.upload(elsewhere.url('/none.png')).then(String, codeOf)).toBe('network_failed');
  expect(await farebox.upload(elsewhere.url('/broken.png')).then(String, codeOf)).toBe('network_failed');
  expect(await farebox.upload(elsewhere.url('/endless.png')).then(String, codeOf)).toBe('file_too_large');
  expect(endlessMib).toBeLessThan(64);
  const gone = new URL('http://127.0.0.1:9/photo.png');
  expect(await farebox.upload(gone).then(String, codeOf)).toBe('network_failed');
});
