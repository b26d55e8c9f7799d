/** The SDK's uploads in parts against real gateways: a connection that loses responses, a process that ends half-way, a page without a key. */
// Modes: embedded.
import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { FareboxError, createFarebox, putParts } from '@farebox/sdk';
import { expect, test } from 'vitest';
import { gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import { MIB, noise, request, SIZE } from './client/resumable.ts';

const keys = identitiesOf(import.meta.filename);
const mimeType = 'audio/wav';
const codeOf = (error: unknown): string => (error instanceof FareboxError ? error.code : String(error));

interface Heard {
  readonly method: string;
  readonly path: string;
  readonly bytes: number;
  readonly authorized: boolean;
}

/** Records the requests; `isLost` chooses those whose responses are lost. */
function listening(isLost: (method: string) => boolean = () => false) {
  const heard: Heard[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { method = 'GET', headers, body } = init;
    const path = new URL(input instanceof Request ? input.url : input).pathname;
    const bytes = body instanceof Blob ? body.size : 0;
    heard.push({ method, path, bytes, authorized: new Headers(headers).has('Authorization') });
    const response = await globalThis.fetch(input, init);
    if (!isLost(method)) return response;
    await response.arrayBuffer();
    throw new TypeError('the connection broke');
  };
  return { heard, fetch, sent: (method: string) => heard.filter((each) => each.method === method) };
}

// issue 10.7: "resumable uploads by the tus protocol up to the configured limit for files above 12 MiB"
test('a file of 13 MiB is uploaded although the response to a part is lost, and no part is stored twice', async () => {
  let parts = 0;
  const { sent, fetch } = listening((method) => method === 'PATCH' && ++parts === 1);
  const farebox = createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.key, fetch });
  const bytes = noise();
  const progress: number[] = [];
  const file = await farebox.upload(new Blob([bytes], { type: mimeType }), {
    onProgress: ({ sentBytes }) => progress.push(sentBytes),
  });
  expect(file).toMatchObject({ mimeType, sizeBytes: SIZE, sha256: createHash('sha256').update(bytes).digest('hex') });
  expect(file.durationSeconds).toBeGreaterThan(60);
  expect(
    sent('PATCH')
      .map((part) => part.bytes)
      .at(-1),
  ).toBe(5 * MIB);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(SIZE);
  const { maximumChargeMicros } = await farebox.quote('audio-analyze', { source: { fileId: file.id } });
  expect(maximumChargeMicros).toBeGreaterThan(0);
});

/** Breaks the connection within every other part. */
function breaking(): typeof globalThis.fetch {
  let parts = 0;
  return async (input, init = {}) => {
    if (init.method !== 'PATCH' || ++parts % 2 === 0) return globalThis.fetch(input, init);
    const bytes = Buffer.from(await (init.body as Blob).arrayBuffer());
    const headers = { ...(init.headers as Record<string, string>), 'Content-Length': String(bytes.length) };
    await new Promise<void>((resolve) => {
      const sent = httpRequest(new URL(input instanceof Request ? input.url : input), { method: 'PATCH', headers });
      sent.on('error', () => {}).on('close', resolve);
      sent.write(bytes.subarray(0, 3 * MIB), () => sent.destroy());
    });
    throw new TypeError('the connection broke');
  };
}

// issue 10.7: "resumable uploads by the tus protocol"
test('a file is uploaded although the connection breaks within parts', async () => {
  const bytes = noise();
  const farebox = createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.keyOther, fetch: breaking() });
  const file = await farebox.upload(bytes, { mimeType });
  expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
});

// issue 10.7: "Browser uploads without a key"
test('a client with only the address uploads the file, is killed, and resumes with the rest', async () => {
  const address = await createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.key }).beginUpload({
    mimeType,
    sizeBytes: SIZE,
  });
  const bytes = noise();
  const [first, second] = [listening(), listening()];
  const ended = new AbortController();
  const onProgress = ({ sentBytes }: { sentBytes: number }): void => {
    if (sentBytes >= 8 * MIB) ended.abort(new Error('the page was closed'));
  };
  const aborted = putParts(address, bytes, { fetch: first.fetch, signal: ended.signal, onProgress });
  await expect(aborted).rejects.toThrow('the page was closed');
  const file = await putParts(address, bytes, { fetch: second.fetch });
  expect(file).toMatchObject({ sha256: createHash('sha256').update(bytes).digest('hex') });
  expect(second.sent('PATCH').map((part) => part.bytes)).toEqual([5 * MIB]);
  expect([...first.heard, ...second.heard].filter(({ authorized }) => authorized)).toEqual([]);
  expect(await putParts(address, bytes)).toEqual(file);
});

// issue 10.1: "AbortSignal (abort of waiting and cancel of the execution are two things)"
test('an upload that its caller aborts is deleted at the service, and a file that is no sound is an error', async () => {
  const { heard, fetch } = listening();
  const farebox = createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.key2, fetch });
  const ended = new AbortController();
  const onProgress = ({ sentBytes }: { sentBytes: number }): void => {
    if (sentBytes >= 8 * MIB) ended.abort(new Error('enough'));
  };
  const upload = farebox.upload(noise(), { mimeType, signal: ended.signal, onProgress });
  await expect(upload).rejects.toThrow('enough');
  const [path = ''] = heard.filter(({ method }) => method === 'DELETE').map((each) => each.path);
  expect((await request('GET', path, { key: keys.key2 })).status).toBe(404);
  expect(await farebox.upload(noise(), { mimeType: 'video/mp4' }).then(String, codeOf)).toBe('file_content_mismatch');
});
