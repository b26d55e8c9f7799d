/** Uploads without a key: an address for one file of one size and type, valid once. */
// Modes: embedded, services (store, gateways).
import { FareboxError, createFarebox, putFile } from '@farebox/sdk';
import { expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { upload } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import { addressOf, put, type UploadUrl } from './client/upload-urls.ts';
import { jpeg, png } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);

const pngAddress = async (json: object): Promise<UploadUrl> =>
  (await addressOf(client, { mimeType: 'image/png', ...json })).data;

// issue 10.7: "Browser uploads without a key: `POST /tools/upload-urls` (a signed, size- and type-bound, single-use address, ≤ 15 min)"
test('a file is stored without a key by any gateway, like an upload with a key', async () => {
  const bytes = await png({ width: 30, height: 20 });
  const address = await pngAddress({ sizeBytes: bytes.length });
  const reply = await put(address, bytes, 1);
  expect([reply.outcome, reply.data]).toMatchObject(['200', { width: 30, height: 20, sizeBytes: bytes.length }]);
  expect((await upload(client, 'image/png', bytes)).data).toEqual(reply.data);
  const quoted = { tool: 'image-analyze', arguments: { source: { fileId: reply.data.id } } };
  expect((await client.post('/tools/quote', quoted)).outcome).toBe('200');
});

// issue 10.7: "≤ 15 min"
test('an address expires after fifteen minutes at the latest, or at the requested earlier time', async () => {
  const inMs = ({ expiresAt }: UploadUrl): number => Date.parse(expiresAt) - Date.now();
  expect(inMs(await pngAddress({ sizeBytes: 1 }))).toBeLessThanOrEqual(901_000);
  expect(inMs(await pngAddress({ sizeBytes: 1, expiresInSeconds: 60 }))).toBeLessThanOrEqual(61_000);
  const later = await addressOf(client, { mimeType: 'image/png', sizeBytes: 1, expiresInSeconds: 901 });
  expect(later.outcome).toBe('400 invalid_request');
});

// issue 10.7: "size- and type-bound"
test('a file that is larger, shorter or of another type is refused, and does not use the address up', async () => {
  const bytes = await png();
  const address = await pngAddress({ sizeBytes: bytes.length });
  const picture = await jpeg({ width: 40, height: 30 });
  const outcomes = [
    await put(address, Buffer.concat([bytes, Buffer.alloc(1)])),
    await put(address, bytes.subarray(1)),
    await put(await pngAddress({ sizeBytesMax: picture.length }), picture),
    await put({ ...address, headers: { 'Content-Type': 'image/jpeg' } }, bytes),
    await put(address, bytes),
  ].map(({ outcome }) => outcome);
  const mismatch = '400 file_content_mismatch';
  expect(outcomes).toEqual(['400 file_too_large', mismatch, mismatch, '400 unsupported_media_type', '200']);
});

// issue 10.7: "single-use address"
test('an address stores one file, however many are sent at once, and each response names it', async () => {
  const files = await Promise.all(Array.from({ length: 6 }, () => png()));
  const address = await pngAddress({ sizeBytesMax: Math.max(...files.map(({ length }) => length)) });
  const replies = await Promise.all(files.map((bytes, at) => put(address, bytes, at)));
  const stored = replies.filter(({ status }) => status === 200);
  const refused = replies.filter(({ status }) => status !== 200);
  expect(stored).toHaveLength(1);
  expect(refused.map(({ outcome }) => outcome)).toEqual(refused.map(() => '409 upload_url_used'));
  for (const { error } of refused) expect(error.details).toEqual({ fileId: stored[0]?.data.id });
});

// issue 10.7: "a signed … address"
test('an address is refused after any change', async () => {
  const bytes = await png();
  const address = await pngAddress({ sizeBytes: bytes.length });
  const at = address.uploadUrl.length - 30;
  const other = address.uploadUrl[at] === 'A' ? 'B' : 'A';
  const uploadUrl = address.uploadUrl.slice(0, at) + other + address.uploadUrl.slice(at + 1);
  expect((await put({ ...address, uploadUrl }, bytes)).outcome).toBe('404 upload_url_not_usable');
  expect((await put(address, bytes)).outcome).toBe('200');
});

// issue 10.7: "Browser uploads without a key"
test('the SDK of a server creates the address, and the SDK of a page sends the file to it', async () => {
  const farebox = createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.key });
  const bytes = Uint8Array.from(await png({ width: 12, height: 8 }));
  const address = await farebox.uploadUrl({ mimeType: 'image/png', sizeBytes: bytes.length });
  const file = await putFile(address, new Blob([bytes], { type: 'image/x-png' }));
  expect(file).toMatchObject({ width: 12, height: 8 });
  const again: unknown = await putFile(address, bytes).catch((error: unknown) => error);
  expect(again).toBeInstanceOf(FareboxError);
  expect(again).toMatchObject({ code: 'upload_url_used', details: { fileId: file.id } });
});
