import { createHash, randomUUID } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { Download, Execution, File, Quote } from '@farebox/contract';
import { newId } from '@farebox/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestGateway, type TestGateway, type TestProject } from '../testing/gateway.fixture.ts';

let gateway: TestGateway;
let project: TestProject;
let key: string;
let strangerKey: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  project = await gateway.newProject();
  key = (await project.newKey()).token;
  strangerKey = (await (await gateway.newProject()).newKey()).token;
});

afterAll(async () => await gateway[Symbol.asyncDispose]());

/** A grey PNG; another `shade` gives another file. */
function png(side: number, shade: number): Buffer {
  const header = Buffer.from([0, 0, 0, side, 0, 0, 0, side, 8, 0, 0, 0, 0]);
  const pixels = Buffer.alloc((side + 1) * side, shade);
  for (let row = 0; row < side; row++) pixels[row * (side + 1)] = 0;
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const upload = (bytes: Buffer, { mimeType = 'image/png', as = key } = {}) =>
  gateway.call<File>('POST /tools/upload', { key: as, json: { mimeType, data: bytes.toString('base64') } });

describe('an upload', () => {
  test('returns the type and size of the file, with 30 days of retention', async () => {
    const bytes = png(8, 1);
    const { data } = await upload(bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(data).toMatchObject({ mimeType: 'image/png', sizeBytes: bytes.length, sha256, width: 8, height: 8 });
    expect(Date.parse(data.expiresAt) - Date.parse(data.createdAt)).toBe(30 * 86_400_000);
  });

  test('with the same bytes is the same file within a project, and another file in another project', async () => {
    const bytes = png(8, 2);
    const [first, again, stranger] = [
      await upload(bytes),
      await upload(bytes),
      await upload(bytes, { as: strangerKey }),
    ];
    expect(again.data).toEqual(first.data);
    expect(stranger.data.id).not.toBe(first.data.id);
  });

  test('sent ten times at once makes one file', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => upload(png(8, 3))));
    expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
  });

  test.each([
    ['with another type than declared', () => upload(png(8, 4), { mimeType: 'image/jpeg' }), 'file_content_mismatch'],
    ['cut short', () => upload(png(8, 4).subarray(0, -5)), 'file_content_mismatch'],
    ['with an unsupported type', () => upload(png(8, 4), { mimeType: 'image/gif' }), 'unsupported_media_type'],
    ['above 12 MiB', () => upload(Buffer.alloc(12 * 1024 * 1024 + 1)), 'file_too_large'],
    ['that is not JSON', () => gateway.call('POST /tools/upload', { key, body: '{"mimeType"' }), 'invalid_json'],
    [
      'without data',
      () => gateway.call('POST /tools/upload', { key, json: { mimeType: 'image/png' } }),
      'invalid_request',
    ],
  ])('%s is refused', async (_, send, message) => {
    const reply = await send();
    expect([reply.status, reply.error.message]).toEqual([400, message]);
  });

  test('with a part that is not supported names the part in details.fields', async () => {
    const sound = await upload(Buffer.from(ADPCM, 'latin1'), { mimeType: 'audio/wav' });
    expect([sound.error.message, sound.error.details]).toMatchObject([
      'file_content_mismatch',
      { fields: { '/data': expect.stringMatching(/ADPCM .* is not supported; supported: PCM/) } },
    ]);
    const cut = await upload(png(8, 4).subarray(0, -5));
    expect(cut.error.details).toMatchObject({ fields: { '/data': expect.stringMatching(/^is not a complete/) } });
  });

  test('by a VIEWER is refused before the body is read', async () => {
    const reply = await gateway.call('POST /tools/upload', {
      key: (await project.newKey({ role: 'VIEWER' })).token,
      body: 'x',
    });
    expect([reply.status, reply.error.message]).toEqual([403, 'project_permission_required']);
  });
});

test('a quote and an execution use an uploaded file', async () => {
  const { data: file } = await upload(png(16, 5));
  const input = { tool: 'image-analyze', arguments: { source: { fileId: file.id } } };
  const { data: quote } = await gateway.call<Quote>('POST /tools/quote', { key, json: input });
  const { priceVersion, maximumChargeMicros } = quote;
  expect(quote.blockers).toEqual([]);
  const headers = { 'Idempotency-Key': randomUUID() };
  const json = { ...input, priceVersion, maximumChargeMicros };
  expect((await gateway.call('POST /tools/image-analyze', { key, json, headers })).status).toBe(202);
});

describe('an artifact', () => {
  const bytes = png(8, 9);
  let execution: Execution;
  let artifactId: string;

  /** Creates an artifact as a worker does: the object, and the row that refers to it. */
  async function artifact(expiresAt: Date): Promise<string> {
    const { data: stored } = await upload(bytes);
    const source = await gateway.database.prisma.file.findFirstOrThrow({ where: { id: stored.id } });
    const position = await gateway.database.prisma.file.count({ where: { executionId: execution.id } });
    const objectKey = `projects/${project.id}/executions/${execution.id}/0-${position}-${stored.sha256}`;
    await gateway.artifacts.put(objectKey, bytes, { mimeType: 'image/png', sizeBytes: bytes.length });
    const columns = { origin: 'artifact', executionId: execution.id, step: 0, position, objectKey, expiresAt };
    const { id } = await gateway.database.prisma.file.create({ data: { ...source, ...columns, id: newId('file') } });
    return id;
  }

  beforeAll(async () => {
    const input = { tool: 'rehearsal', arguments: {} };
    const { priceVersion, maximumChargeMicros } = (await gateway.call<Quote>('POST /tools/quote', { key, json: input }))
      .data;
    const json = { ...input, priceVersion, maximumChargeMicros };
    const headers = { 'Idempotency-Key': randomUUID() };
    execution = (await gateway.call<Execution>('POST /tools/rehearsal', { key, json, headers })).data;
    artifactId = await artifact(new Date(Date.now() + 86_400_000));
  });

  const download = (id: string, fileId: string, as = key) =>
    gateway.call<Download>(`GET /tools/executions/${id}/artifacts/${fileId}/download`, { key: as });

  test('is downloaded from a URL that needs no header and lasts at most five minutes', async () => {
    const { data } = await download(execution.id, artifactId);
    expect(Date.parse(data.expiresAt) - Date.now()).toBeLessThanOrEqual(300_000);
    const response = await fetch(data.url);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="${artifactId}.png"`);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('is not served at a modified URL', async () => {
    const { data } = await download(execution.id, artifactId);
    const changed = data.url.replace('expires=', 'expires=1');
    expect((await fetch(changed)).status).toBe(404);
    expect((await fetch(data.url, { method: 'POST' })).status).toBe(404);
  });

  test('near its expiry gets a URL that expires with it', async () => {
    const expiresAt = new Date(Date.now() + 60_000);
    const { data } = await download(execution.id, await artifact(expiresAt));
    expect(Date.parse(data.expiresAt)).toBeLessThanOrEqual(expiresAt.getTime());
  });

  test('past its retrieval period is unavailable', async () => {
    const reply = await download(execution.id, await artifact(new Date(Date.now() - 1_000)));
    expect([reply.status, reply.error.message]).toEqual([404, 'artifact_unavailable']);
  });
});

/** The header of a WAV in IMA ADPCM, 8 kHz, with one block of samples. */
const ADPCM =
  'RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0\x11\0\x01\0\x40\x1f\0\0\xd7\x0f\0\0\0\x01\x04\0data\x08\0\0\0\0\0\0\0\0\0\0\0';
