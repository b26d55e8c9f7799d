/** Typical mistakes with files, upload URLs, batches and templates. */
// Modes: embedded.
import { beforeAll, expect, test } from 'vitest';
import { quotedBatch, sendBatch } from './client/batches.ts';
import { connect } from './client/connect.ts';
import { upload } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import { expectFacts, field, rowsOf } from './client/mistakes.ts';
import { request } from './client/resumable.ts';
import { addressOf, put } from './client/upload-urls.ts';
import type { BatchRequest } from './client/wire.ts';
import { png, pngOfSize } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const SAMPLE = { source: { fileId: 'file_sample_photo' } };
const MIB = 1024 * 1024;
const FILE_TYPES = [
  'image/jpeg',
  'image/png',
  'audio/wav',
  'audio/mpeg',
  'video/mp4',
  'image/webp',
  'image/avif',
  'audio/mp4',
];

let batch: BatchRequest;

beforeAll(async () => {
  batch = await quotedBatch(client, 'image-analyze', [SAMPLE]);
});

const pngAddress = async (json: object) => (await addressOf(client, { mimeType: 'image/png', ...json })).data;

// contract 2: "`file_too_large`: `bytesMax`."
// contract 2: "`file_content_mismatch`: `declared`, the MIME type, or what was `announced` and `received`."
test.each(
  rowsOf({
    'a type that no upload has': [
      () => client.post('/tools/upload', { mimeType: 'image/gif', data: 'AAAA' }),
      '400 unsupported_media_type',
      () => ({ allowed: FILE_TYPES }),
    ],
    'a file of another type': [
      async () => await upload(client, 'image/jpeg', await png()),
      '400 file_content_mismatch',
      () => ({ declared: 'image/jpeg', ...field('/data', 'image/jpeg')() }),
    ],
    'a large file': [
      async () => await upload(client, 'image/png', await pngOfSize(12 * MIB + 1)),
      '400 file_too_large',
      () => ({ bytesMax: 12 * MIB }),
    ],
    'text that is not base64': [
      () => client.post('/tools/upload', { mimeType: 'image/png', data: 'data:image/png;base64,AAAA' }),
      '400 invalid_request',
      field('/data', 'base64'),
    ],
    'an upload URL without a size': [
      () => addressOf(client, { mimeType: 'image/png' }),
      '400 invalid_request',
      field('/sizeBytes', 'is required'),
    ],
    'an upload URL for an hour': [
      () => addressOf(client, { mimeType: 'image/png', sizeBytes: 1, expiresInSeconds: 3600 }),
      '400 invalid_request',
      field('/expiresInSeconds', '900'),
    ],
    'more bytes than the upload URL takes': [
      async () => await put(await pngAddress({ sizeBytes: 10 }), Buffer.alloc(11)),
      '400 file_too_large',
      () => ({ bytesMax: 10 }),
    ],
    'fewer bytes than the upload URL takes': [
      async () => await put(await pngAddress({ sizeBytes: 10 }), Buffer.alloc(9)),
      '400 file_content_mismatch',
      () => ({ announced: { sizeBytesMin: 10, sizeBytesMax: 10 } }),
    ],
    'another type than the upload URL takes': [
      async () =>
        await put(
          { ...(await pngAddress({ sizeBytes: 10 })), headers: { 'Content-Type': 'image/gif' } },
          Buffer.alloc(10),
        ),
      '400 unsupported_media_type',
      () => ({ allowed: ['image/png', 'application/octet-stream'], sent: 'image/gif' }),
    ],
  }),
)('%s: the error says which file would be accepted', async (_, ...mistake) => {
  await expectFacts(...mistake);
});

// contract 2: "`upload_url_not_usable` says that it has `expired` only at a URL that this service made."
test('a forged upload URL learns nothing', async () => {
  const address = await pngAddress({ sizeBytes: 10 });
  const forged = {
    ...address,
    uploadUrl: address.uploadUrl.replace(/.(?=.{9}$)/, (each) => (each === 'A' ? 'B' : 'A')),
  };
  const { outcome, error } = await put(forged, Buffer.alloc(10));
  expect([outcome, error.details]).toEqual(['404 upload_url_not_usable', undefined]);
});

const item = { arguments: SAMPLE };
const template = (changes: object) =>
  client.post('/tools/templates', { name: 'mistaken', parameters: {}, steps: [], ...changes });

// contract 1: "`details.fields` maps a JSON Pointer into the body (`/arguments/width`), `query:<name>` or `header:<name>` to a reason"
test.each(
  rowsOf({
    'a batch that is too long': [
      () => sendBatch(client, { ...batch, items: Array.from({ length: 1001 }, () => item) }),
      '400 invalid_request',
      field('/items', '1000'),
    ],
    'an item with a missing argument': [
      () => sendBatch(client, { ...batch, items: [item, { arguments: {} }] }),
      '400 invalid_arguments',
      () => ({ index: 1, ...field('/items/1/arguments/source', 'is required')() }),
    ],
    'a batch with a low ceiling': [
      () => sendBatch(client, { ...batch, maximumChargeMicros: 1 }),
      '400 maximum_charge_too_low',
      () => ({ maximumChargeMicros: batch.maximumChargeMicros, sentMaximumChargeMicros: 1 }),
    ],
    'a batch with an old price version': [
      () => sendBatch(client, { ...batch, priceVersion: 'old' }),
      '400 price_version_mismatch',
      () => ({ priceVersion: batch.priceVersion }),
    ],
    'a template without steps': [() => template({}), '400 invalid_request', field('/steps', '1 items')],
    'a template with a name in capitals': [
      () => template({ name: 'Mistaken', steps: [{ tool: 'image-analyze', arguments: SAMPLE }] }),
      '400 invalid_request',
      field('/name', 'pattern'),
    ],
    'a template with an unknown tool': [
      () => template({ steps: [{ tool: 'image-resise', arguments: SAMPLE }] }),
      '400 invalid_request',
      field('/steps/0/tool', ''),
    ],
  }),
)('%s: the error names the field', async (_, ...mistake) => {
  await expectFacts(...mistake);
});

const begin = async (headers: Readonly<Record<string, string>>) => {
  const response = await request('POST', '/resumable-uploads', { key: keys.key, headers });
  const { error } = (await response.json()) as { error: { message: string; details?: unknown } };
  return [`${response.status} ${error.message}`, error.details];
};
const typed = (mimeType: string) => `filetype ${Buffer.from(mimeType).toString('base64')}`;

// contract 2: "Errors of resumable uploads have `bytesMax`, `allowed`, `version` or `offset`."
test('a resumable upload of another type, size or version is told what is accepted', async () => {
  const size = String(13 * MIB);
  expect(await begin({ 'Upload-Length': size, 'Upload-Metadata': typed('image/png') })).toEqual([
    '415 upload_media_type',
    { allowed: ['audio/wav', 'audio/mpeg', 'audio/mp4', 'video/mp4'] },
  ]);
  expect(await begin({ 'Upload-Length': '99999999999', 'Upload-Metadata': typed('audio/wav') })).toEqual([
    '413 upload_too_large',
    { bytesMax: expect.any(Number) as number },
  ]);
  expect(await begin({ 'Upload-Length': size, 'Tus-Resumable': '0.2.0' })).toEqual([
    '412 tus_version_unsupported',
    { version: '1.0.0' },
  ]);
});
