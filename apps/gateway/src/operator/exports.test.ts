/** Exports over HTTP: requested by an ADMIN, downloaded from the public port, cancelled. The keeper tests their content. */
import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { File } from '@farebox/contract';
import { produceExports } from '@farebox/exports';
import { newId } from '@farebox/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestOperatorGateway, type TestOperatorGateway } from '../testing/operator.fixture.ts';

let gateway: TestOperatorGateway;
beforeAll(async () => void (gateway = await startTestOperatorGateway()));
afterAll(async () => await gateway[Symbol.asyncDispose]());

interface Export {
  readonly id: string;
  readonly status: string;
  readonly parts: number;
  readonly rows: number;
}
interface Fetched {
  readonly url: string;
  readonly fileName: string;
  readonly sha256: string;
  readonly rows: number;
}
interface Pages {
  readonly exports: readonly Export[];
  readonly parts: readonly (Fetched & { readonly number: number })[];
  readonly files: readonly (Fetched & { readonly id: string })[];
  readonly nextBefore: string | number | null;
}

async function projectOf() {
  const project = await gateway.newProject({ fundedMicros: 1_000 });
  const session = await gateway.memberSession(project.id, 'ADMIN');
  const base = `/projects/${project.id}/exports`;
  const get = <T = Pages>(path = '') => gateway.operate<T>(`GET ${base}${path}`, { session });
  const post = (path = '', body: object = {}, key: string = randomUUID()) =>
    gateway.operate<Export>(`POST ${base}${path}`, { session, body, headers: { 'Idempotency-Key': key } });
  return { project, session, get, post };
}

/** Produces all pending exports, as the keeper does. */
async function produced(): Promise<void> {
  const { database, artifacts } = gateway;
  while ((await produceExports({ database, artifacts, signal: new AbortController().signal })) > 0);
}

test('an export is created once per key, listed, and downloaded in parts from the public port without a session', async () => {
  const { project, get, post } = await projectOf();
  const { token } = await project.newKey();
  const key = randomUUID();
  const [first, again] = [await post('', { reason: 'they asked' }, key), await post('', { reason: 'they asked' }, key)];
  expect(first).toMatchObject({ status: 200, data: { status: 'queued', parts: 0 } });
  expect(again.data).toEqual(first.data);
  expect((await post()).error).toMatchObject({ message: 'export_not_possible', details: { reason: 'open' } });
  await produced();
  const { id } = first.data;
  const { data: shown } = await get<Export>(`/${id}`);
  expect(shown.status).toBe('succeeded');
  expect((await get()).data.exports).toEqual([shown]);

  const page = (await get(`/${id}/parts?limit=2`)).data;
  const rest = (await get(`/${id}/parts?before=${page.nextBefore}`)).data;
  const parts = [...page.parts, ...rest.parts];
  expect(parts.map(({ number }) => number)).toEqual(parts.map((_, n) => parts.length - 1 - n));
  expect([parts.length, rest.nextBefore]).toEqual([shown.parts, null]);
  let text = '';
  for (const part of parts) {
    expect(part.url.startsWith(gateway.operatorUrl)).toBe(false);
    const lines = gunzipSync(Buffer.from(await (await fetch(part.url)).arrayBuffer())).toString();
    expect(lines.trimEnd().split('\n')).toHaveLength(part.rows);
    text += lines;
  }
  expect(text.trimEnd().split('\n')).toHaveLength(shown.rows);
  expect(text).toContain('"kind":"top_up"');
  expect(text).not.toContain(token.split('_').at(-1));
});

/** Some samples of silence. */
function sound(): string {
  const header = Buffer.from('524946460000000057415645666d74201000000001000100401f0000803e00000200100064617461', 'hex');
  const file = Buffer.concat([header, Buffer.alloc(4), Buffer.alloc(1_600)]);
  file.writeUInt32LE(file.length - 8, 4);
  file.writeUInt32LE(1_600, 40);
  return file.toString('base64');
}

test('the files of an export can be downloaded until they are deleted; files uploaded later are not included', async () => {
  const { project, session, get, post } = await projectOf();
  const { token } = await project.newKey();
  const upload = async (data: string) =>
    (await gateway.call<File>('POST /tools/upload', { key: token, json: { mimeType: 'audio/wav', data } })).data;
  const file = await upload(sound());
  const { id } = (await post()).data;
  const later = Buffer.from(sound(), 'base64');
  later.writeInt16LE(7, later.length - 2);
  expect((await upload(later.toString('base64'))).id).not.toBe(file.id);
  await produced();
  const { files } = (await get(`/${id}/files`)).data;
  expect(files).toMatchObject([{ id: file.id, sha256: file.sha256, fileName: `${file.id}.wav` }]);
  const bytes = Buffer.from(await (await fetch(files[0]!.url)).arrayBuffer());
  expect(bytes.toString('base64')).toBe(sound());
  await gateway.operate(`POST /projects/${project.id}/files/${file.id}/delete`, { session, body: {} });
  expect((await get(`/${id}/files`)).data.files).toEqual([]);
});

test('a cancelled export cannot be downloaded, and the audit log names its requester and its canceller', async () => {
  const { project, session, get, post } = await projectOf();
  const { id } = (await post('', { reason: 'by mistake' })).data;
  await produced();
  expect(await post(`/${id}/cancel`, { reason: 'a mistake' })).toMatchObject({
    status: 200,
    data: { status: 'cancelled' },
  });
  expect((await get(`/${id}/parts`)).error.message).toBe('artifact_unavailable');
  expect((await get(`/${id}/files`)).error.message).toBe('artifact_unavailable');
  expect((await post(`/${id}/cancel`)).error).toMatchObject({ message: 'export_not_possible' });
  expect((await get(`/${newId('export')}/parts`)).error.message).toBe('not_found');
  const log = await gateway.operate<{ entries: readonly object[] }>(`GET /projects/${project.id}/audit?limit=2`, {
    session,
  });
  expect(log.data.entries).toMatchObject([
    {
      act: 'export.cancel',
      target: id,
      reason: 'a mistake',
      before: { status: 'succeeded' },
      after: { status: 'cancelled' },
    },
    { act: 'export.create', target: id, reason: 'by mistake', before: null },
  ]);
  expect((await post()).status).toBe(200);
});

test('concurrent requests create one export', async () => {
  const { post } = await projectOf();
  const replies = await Promise.all([post(), post(), post()]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
});
