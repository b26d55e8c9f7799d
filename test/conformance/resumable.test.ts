/** Uploads that are interrupted and resume at another gateway, by the tus protocol. */
// Modes: embedded, services (store, gateways).
import { expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { completed } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { type Asked, beginUpload, MIB, noise, request, SIZE } from './client/resumable.ts';

const keys = identitiesOf(import.meta.filename);
const opened = () => beginUpload(keys.key);
const ask = (method: string, path: string, asked: Partial<Asked> = {}) =>
  request(method, path, { key: keys.key, ...asked });
/** Sends to one of the two gateways. */
const patch = (path: string, offset: number, { body, gateway }: Required<Pick<Asked, 'body' | 'gateway'>>) =>
  ask('PATCH', path, {
    gateway,
    body,
    headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
  });

// issue 10.7: "resumable uploads by the tus protocol up to the configured limit for files above 12 MiB"
test('a file of 13 MiB is uploaded in three parts over two gateways, quoted and executed', async () => {
  const bytes = noise();
  const path = await opened();
  expect((await patch(path, 0, { body: bytes.subarray(0, 5 * MIB), gateway: 0 })).headers.get('upload-offset')).toBe(
    String(5 * MIB),
  );
  expect((await ask('HEAD', path, { gateway: 1 })).headers.get('upload-offset')).toBe(String(5 * MIB));
  expect((await patch(path, 5 * MIB, { body: bytes.subarray(5 * MIB, 9 * MIB), gateway: 1 })).status).toBe(204);
  expect((await patch(path, 5 * MIB, { body: bytes.subarray(5 * MIB, 9 * MIB), gateway: 0 })).status).toBe(409);
  const last = await patch(path, 9 * MIB, { body: bytes.subarray(9 * MIB), gateway: 0 });
  const fileId = last.headers.get('farebox-file-id') as string;
  const { data } = (await (await ask('GET', path, { gateway: 1 })).json()) as { data: object };
  expect(data).toMatchObject({
    mimeType: 'audio/wav',
    sizeBytes: SIZE,
    receivedBytes: SIZE,
    file: { id: fileId, sizeBytes: SIZE },
  });
  const quoted = { tool: 'audio-analyze', arguments: { source: { fileId } } };
  expect((await connect(keys.key).post('/tools/quote', quoted)).outcome).toBe('200');
  const { status } = await completed(keys, 'audio-analyze', { source: { fileId } });
  expect(status).toBe('succeeded');
});

// issue 10.7: "resumable uploads by the tus protocol up to the configured limit"
test('OPTIONS announces the protocol and the largest size', async () => {
  const { status, headers } = await ask('OPTIONS', '/resumable-uploads');
  expect([status, headers.get('tus-version'), headers.get('tus-extension')]).toEqual([
    204,
    '1.0.0',
    'creation,expiration,termination',
  ]);
  const beyond = { 'Upload-Length': String(Number(headers.get('tus-max-size')) + 1) };
  expect((await ask('POST', '/resumable-uploads', { headers: beyond })).status).toBe(413);
});

// issue 10.7: "resumable uploads by the tus protocol"
test('an upload that its client deletes is gone', async () => {
  const path = await opened();
  expect((await ask('DELETE', path)).status).toBe(204);
  expect((await ask('HEAD', path)).status).toBe(404);
});

// issue 23.9: "tus: X-HTTP-Method-Override as the protocol demands"
test('a method in X-HTTP-Method-Override is the method of the request', async () => {
  const path = await opened();
  const named = (method: string) => ({ headers: { 'X-HTTP-Method-Override': method } });
  expect((await ask('POST', path, named('HEAD'))).headers.get('upload-offset')).toBe('0');
  expect((await ask('POST', path, named('DELETE'))).status).toBe(204);
  expect((await ask('HEAD', path)).status).toBe(404);
});

// issue 10.7: "Browser uploads without a key"
test('a page continues an upload that its server began, with the address alone', async () => {
  const path = await opened();
  const headers = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
  const last = await ask('PATCH', path, { key: null, gateway: 1, body: noise(), headers });
  expect([last.status, last.headers.get('upload-offset')]).toEqual([204, String(SIZE)]);
  const fileId = last.headers.get('farebox-file-id');
  const { data } = (await (await ask('GET', path)).json()) as { data: object };
  expect(data).toMatchObject({ file: { id: fileId } });
  expect((await ask('POST', '/resumable-uploads', { key: null })).status).toBe(401);
});
