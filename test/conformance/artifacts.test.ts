/** Artifacts and their download URLs: private, short-lived, and with exactly the announced bytes. */
// Modes: embedded, services (store, gateways).
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect, type Reply } from './client/connect.ts';
import { completed } from './client/executions.ts';
import { analysis, uploadedPng } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Download, Execution, File } from './client/wire.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
let execution: Execution;
let artifact: File;

const download = (
  id: string,
  artifactId: string,
  key = keys.keysByScope['executions:read'],
): Promise<Reply<Download>> => connect(key).get<Download>(`/tools/executions/${id}/artifacts/${artifactId}/download`);

beforeAll(async () => {
  const source = await uploadedPng(client, { width: 60, height: 40 });
  execution = await completed(keys, 'image-resize', { source: { fileId: source.id }, width: 30 });
  artifact = execution.output.artifacts[0] as File;
});

// spec 2.6: "Listed in output.artifacts with: file ID, format, size, hash, retrieval expiry."
// spec 4.7: "The stored file is retrievable for 30 days."
test('an artifact is a file that is kept for 30 days', () => {
  expect(execution.output.artifacts).toHaveLength(1);
  expect(artifact).toMatchObject({ id: expect.stringMatching(/^file_\w+$/), width: 30, height: 20 });
  expect(Date.parse(artifact.expiresAt) - Date.parse(artifact.createdAt)).toBe(30 * 86_400_000);
});

// spec 2.6: "The file body and a permanent URL are never part of the execution result."
test('an execution contains neither bytes nor URLs of its artifacts', () => {
  expect(JSON.stringify(execution)).not.toMatch(/https?:|base64|objectKey|signature/i);
});

// contract 4: "Download {url, expiresAt}: GET works with no header"
describe('the download', () => {
  test('returns the announced bytes as an attachment of the announced type, without any header of ours in the request', async () => {
    const { data } = await download(execution.id, artifact.id);
    const response = await fetch(data.url);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(artifact.mimeType);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; ?filename/);
    expect(bytes.length).toBe(artifact.sizeBytes);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(artifact.sha256);
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 30, height: 20 });
  });

  // spec 4.7: "Returns a download URL valid for at most 5 minutes."
  // contract 4: "at most 300 s and never past the file's expiry"
  test('URL expires within 300 seconds', async () => {
    const { data, headers, outcome } = await download(execution.id, artifact.id);
    expect(outcome).toBe('200');
    expect(Object.keys(data).sort()).toEqual(['expiresAt', 'url']);
    // By the gateway's own clock: its header has whole seconds, so 301 would be too many, however long the response took.
    const seconds = (Date.parse(data.expiresAt) - Date.parse(headers.get('date') as string)) / 1000;
    expect(seconds).toBeGreaterThan(60);
    expect(seconds).toBeLessThan(301);
  });

  // spec 4.7: "the API key must not be attached to it"
  test('URL contains no API key', async () => {
    const { data } = await download(execution.id, artifact.id);
    // The seal is random base64, which can contain `fb_` by chance.
    for (const part of [keys.keysByScope['executions:read'], 'fb_live_', 'fb_test_'])
      expect(data.url).not.toContain(part);
  });

  // contract 1: "HEAD answers as GET without a body, on signed file URLs too, which also take Range."
  // contract 1: "`Range` beyond 256"
  test('URL supports byte ranges', async () => {
    const { data } = await download(execution.id, artifact.id);
    const whole = Buffer.from(await (await fetch(data.url)).arrayBuffer());
    const part = await fetch(data.url, { headers: { Range: 'bytes=4-19' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-19/${whole.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(4, 20));
    const rest = await fetch(data.url, { headers: { Range: 'bytes=-7' } });
    expect([rest.status, Buffer.from(await rest.arrayBuffer())]).toEqual([206, whole.subarray(-7)]);
    const head = await fetch(data.url, { method: 'HEAD', headers: { Range: 'bytes=4-19' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([206, '16']);
    const long = await fetch(data.url, { headers: { Range: `bytes=0-${'0'.repeat(260)}1` } });
    expect([long.status, Buffer.from(await long.arrayBuffer())]).toEqual([200, whole]);
  });

  // spec 1: "Every response carries Cache-Control: no-store."
  test.each([
    ['the whole', {}, 200],
    ['a part', { headers: { Range: 'bytes=0-1' } }, 206],
    ['a part behind its end', { headers: { Range: 'bytes=999999999-' } }, 416],
    ['its head', { method: 'HEAD' }, 200],
    ['another method', { method: 'POST' }, 404],
  ])('is not to be cached: %s', async (_, init, status) => {
    const { data } = await download(execution.id, artifact.id);
    for (const url of status === 404 ? [data.url, `${data.url}0`] : [data.url]) {
      const response = await fetch(url, init);
      await response.arrayBuffer();
      expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
      expect(response.headers.get('x-request-id')).toMatch(/\S/);
    }
  });

  // contract 1: "HEAD answers as GET without a body, on signed file URLs too"
  // issue 7.11: "forwarded download URLs do not show project and execution ids"
  test('URL supports HEAD, and names neither project nor execution', async () => {
    const { data } = await download(execution.id, artifact.id);
    const head = await fetch(data.url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(artifact.sizeBytes)]);
    for (const word of ['proj_', 'exe_', execution.id]) expect(decodeURIComponent(data.url)).not.toContain(word);
  });

  test('URL is refused after any change', async () => {
    const { data } = await download(execution.id, artifact.id);
    const url = new URL(data.url);
    const changed = [...url.searchParams].map(([name, value]) => {
      const other = new URL(url);
      other.searchParams.set(name, /^\d+$/.test(value) ? String(Number(value) + 1) : `${value}0`);
      return other;
    });
    const elsewhere = new URL(url);
    elsewhere.pathname = url.pathname.replace(/[^/]+$/, (name) => name.split('').toReversed().join(''));
    for (const each of [...changed, elsewhere, new URL(url.pathname, url)]) {
      const response = await fetch(each);
      await response.arrayBuffer();
      expect(response.ok, each.pathname).toBe(false);
    }
  });

  test('URL reveals no more to HEAD than to GET', async () => {
    const { data } = await download(execution.id, artifact.id);
    for (const method of ['PUT', 'DELETE', 'POST']) {
      const response = await fetch(data.url, { method });
      await response.arrayBuffer();
      expect(response.ok, method).toBe(false);
    }
  });
});

// spec 4.7: "An unavailable artifact or one past its retrieval period gives HTTP 404."
// contract 2: "artifact_unavailable"
describe('an artifact that does not exist', () => {
  test.each(['file_00000000000000000000000000', 'nonsense', '..'])('%s is a 404', async (id) => {
    expect((await download(execution.id, encodeURIComponent(id))).status).toBe(404);
  });

  test('returns artifact_unavailable', async () => {
    expect((await download(execution.id, 'file_00000000000000000000000000')).outcome).toBe('404 artifact_unavailable');
  });

  test('includes an upload, and the artifact of another execution', async () => {
    const source = await uploadedPng(client, { width: 50, height: 50 });
    const other = await completed(keys, 'image-resize', { source: { fileId: source.id }, width: 20 });
    expect((await download(execution.id, source.id)).outcome).toBe('404 artifact_unavailable');
    expect((await download(execution.id, other.output.artifacts[0]?.id as string)).outcome).toBe(
      '404 artifact_unavailable',
    );
  });
});

// contract 4: "uploads and artifacts of the same project are both usable"
test('an artifact can be the input of the next execution', async () => {
  const next = await completed(keys, 'image-analyze', { source: { fileId: artifact.id } });
  expect(next.status).toBe('succeeded');
});

// issue 2.9: "image-analyze: result without artifact"
test('an analysis has a result and no artifact', async () => {
  const end = await completed(keys, 'image-analyze', await analysis(client));
  expect(end.output.artifacts).toEqual([]);
  expect(end.output.result).toMatchObject({ width: 24, height: 16 });
});
