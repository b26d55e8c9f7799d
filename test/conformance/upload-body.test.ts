/** The form of an upload: the size limit counts the decoded file, and its text is canonical base64. */
// Modes: embedded.
import { describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { upload } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Project } from './client/wire.ts';
import { png, pngOfSize } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const LIMIT_BYTES = 12 * 1024 * 1024;

// spec 8: "Uploaded real file: 12 MiB"
describe('the largest file', () => {
  test('with exactly 12 MiB is stored', async () => {
    const reply = await upload(client, 'image/png', await pngOfSize(LIMIT_BYTES));
    expect(reply.outcome).toBe('200');
    expect(reply.data.sizeBytes).toBe(LIMIT_BYTES);
  });

  test('with 12 MiB and one byte is refused', async () => {
    expect((await upload(client, 'image/png', await pngOfSize(LIMIT_BYTES + 1))).outcome).toBe('400 file_too_large');
  });

  test('with 15 MiB is refused', async () => {
    const reply = await upload(client, 'image/png', Buffer.alloc(15 * 1024 * 1024));
    expect(reply.outcome).toBe('400 file_too_large');
  });

  test('leaves the gateway serving', async () => {
    const [reply] = await Promise.all([
      client.get<Project>('/tools/project'),
      upload(client, 'image/png', await pngOfSize(LIMIT_BYTES - 7)),
    ]);
    expect(reply.outcome).toBe('200');
  });
});

const base64 = (await png()).toString('base64');

// spec 4.3: "data … Base64 of the file"
// contract 4: "data is base64 of RFC 4648 section 4, padded, without white space."
describe('data', () => {
  test.each([
    ['is empty', ''],
    ['has a line break', `${base64.slice(0, 20)}\n${base64.slice(20)}`],
    ['is base64url', `${base64.slice(0, 8)}-_${base64.slice(10)}`],
    ['has no padding where it needs some', Buffer.from('four').toString('base64').replaceAll('=', '')],
    ['has too much padding', `${base64}====`],
    ['has bits behind its end', 'iVBORw0KGh=='],
    ['is a data URL', `data:image/png;base64,${base64}`],
    ['is no base64 at all', '!!!!'],
  ])('that %s is refused', async (_, data) => {
    const reply = await client.post('/tools/upload', { mimeType: 'image/png', data });
    expect(reply.outcome).toBe('400 invalid_request');
    expect(Object.keys(reply.error.details?.['fields'] as object)).toEqual(['/data']);
  });

  test('may use JSON escapes', async () => {
    const escaped = base64.replaceAll('/', '\\/').replace(/^./, (first) => `\\u00${first.charCodeAt(0).toString(16)}`);
    const reply = await client.post('/tools/upload', `{"mimeType":"image/png","data":"${escaped}"}`);
    expect(reply.outcome).toBe('200');
  });

  test('may come before or after mimeType, with white space anywhere', async () => {
    const body = `\n{ "data" : "${base64}" ,\t"mimeType"\r\n: "image\\/png" } `;
    expect((await client.post('/tools/upload', body)).outcome).toBe('200');
  });
});

// contract 1: "Unknown request fields are refused (400)."
test.each([
  ['no data', { mimeType: 'image/png' }],
  ['no type', { data: base64 }],
  ['data that is no text', { mimeType: 'image/png', data: 7 }],
  ['data that is null', { mimeType: 'image/png', data: null }],
  ['an unknown field', { mimeType: 'image/png', data: base64, name: 'a.png' }],
  ['an unknown field that is large', { mimeType: 'image/png', data: base64, note: { deep: ['x'.repeat(1000)] } }],
])('an upload with %s is refused', async (_, body) => {
  expect((await client.post('/tools/upload', body)).outcome).toBe('400 invalid_request');
});

// contract 1: "Bodies are parsed by one parser with one policy: member names are unique …"
test.each([
  ['data twice', `{"mimeType":"image/png","data":"${base64}","data":"${base64}"}`],
  ['data twice, once escaped', String.raw`{"mimeType":"image/png","data":"AAAA","d\u0061ta":"AAAA"}`],
  ['a NUL in its type', String.raw`{"mimeType":"image/png\u0000","data":"AAAA"}`],
  ['half a surrogate pair in a name', String.raw`{"\ud800":1,"mimeType":"image/png","data":"AAAA"}`],
])('an upload with %s is not JSON', async (_, body) => {
  expect((await client.post('/tools/upload', body)).outcome).toBe('400 invalid_json');
});

// contract 2: "invalid_json"
test.each([
  ['nothing', ''],
  ['a list', '['],
  ['half a body', `{"mimeType":"image/png","data":"${base64}`],
  ['a body with more behind it', `{"mimeType":"image/png","data":"${base64}"}x`],
  ['the field data without quotes', '{"mimeType":"image/png","data":abc}'],
])('an upload of %s is not JSON', async (_, body) => {
  expect((await client.post('/tools/upload', body)).outcome).toBe('400 invalid_json');
});

// contract 1: "A request with a body needs Content-Type: application/json"
test('an upload of another content type is refused', async () => {
  const reply = await client.post('/tools/upload', await png(), { 'Content-Type': 'image/png' });
  expect(reply.outcome).toBe('400 unsupported_media_type');
});
