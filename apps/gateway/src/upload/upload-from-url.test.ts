/** A file of a URL is an upload: the same checks, the same file, the same quota, and turns among tenants. Real https hosts. */
import { gzipSync } from 'node:zlib';
import type { RequestListener } from 'node:http';
import type { File } from '@farebox/contract';
import { createLogger } from '@farebox/telemetry';
import { sound } from '@farebox/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestGateway, type TestGateway, type TestProject } from '../testing/gateway.fixture.ts';
import { isPublicHere, namesOf, startRemoteHost, trustRemoteHosts } from '../testing/remote-host.fixture.ts';
import { outcomeOf } from '../testing/sound.fixture.ts';

let gateway: TestGateway;
let project: TestProject;
let key: string;
const written: string[] = [];

beforeAll(async () => {
  trustRemoteHosts();
  const destination = { write: (line: string) => void written.push(line) };
  const logger = createLogger({ app: 'gateway', level: 'trace', destination });
  const resolve = namesOf({ 'files.example.com': [['127.0.0.1']] });
  gateway = await startTestGateway({ FAREBOX_STORAGE_QUOTA_MB: '1' }, logger, { resolve, isAllowed: isPublicHere });
});
afterAll(async () => await gateway[Symbol.asyncDispose]());
beforeEach(async () => {
  project = await gateway.newProject();
  key = (await project.newKey()).token;
});

const sends =
  (body: Buffer, headers: Readonly<Record<string, string>> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, headers).end(body);
const urlOf = ({ port }: { readonly port: number }, path = '/a.wav'): string =>
  `https://files.example.com:${port}${path}`;
const fetchFrom = (url: string, { as = key, mimeType = 'audio/wav' } = {}) =>
  gateway.call<File>('POST /tools/upload-from-url', { key: as, json: { url, mimeType } });
const upload = (bytes: Buffer, as = key) =>
  gateway.call<File>('POST /tools/upload', {
    key: as,
    json: { mimeType: 'audio/wav', data: bytes.toString('base64') },
  });
const filesOf = ({ id: projectId }: TestProject) => gateway.database.prisma.file.count({ where: { projectId } });
const bytesOf = async ({ id: projectId }: TestProject) =>
  (await gateway.database.prisma.projectStorage.findFirst({ where: { projectId } }))?.storedBytes ?? 0n;

test('a file of a URL is the same file as an upload of its bytes, and counts once against the quota', async () => {
  const bytes = sound();
  await using host = await startRemoteHost(sends(bytes, { 'content-type': 'text/html' }));
  const replies = [await fetchFrom(urlOf(host)), await fetchFrom(urlOf(host, '/b.wav')), await upload(bytes)];
  expect(replies.map(outcomeOf)).toEqual(['200', '200', '200']);
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
  expect(replies[0]?.data).toMatchObject({ mimeType: 'audio/wav', sizeBytes: bytes.length });
  expect([await filesOf(project), await bytesOf(project)]).toEqual([1, BigInt(bytes.length)]);
});

test('files of URLs beyond the quota of the project are refused', async () => {
  await using host = await startRemoteHost((_, response) => void response.end(sound()));
  const outcomes = [];
  for (let n = 0; n < 4; n++) outcomes.push(outcomeOf(await fetchFrom(urlOf(host))));
  expect(outcomes).toEqual(['200', '200', '200', '429 storage_quota_reached']);
});

test('bytes of another type than declared are refused by the name of the URL, and so are compressed ones', async () => {
  await using html = await startRemoteHost(sends(Buffer.from('<html>'), { 'content-type': 'audio/wav' }));
  await using packed = await startRemoteHost(sends(gzipSync(sound()), { 'content-encoding': 'gzip' }));
  for (const host of [html, packed]) {
    const reply = await fetchFrom(urlOf(host));
    expect([outcomeOf(reply), reply.error.details]).toMatchObject([
      '400 file_content_mismatch',
      { declared: 'audio/wav', fields: { '/url': expect.any(String) } },
    ]);
  }
  expect([await filesOf(project), await bytesOf(project)]).toEqual([0, 0n]);
});

test('a URL that cannot be fetched is told with its reason, and nothing is stored', async () => {
  await using large = await startRemoteHost(sends(Buffer.alloc(12 * 1024 * 1024 + 1)));
  await using moved = await startRemoteHost((_, response) => void response.writeHead(301, { location: '/' }).end());
  const replies = [];
  for (const url of [
    urlOf(large),
    urlOf(moved),
    'https://127.0.0.2/',
    'https://absent.example.com/',
    'http://a.example/',
  ])
    replies.push(await fetchFrom(url));
  expect(replies.map(outcomeOf)).toEqual(replies.map(() => '400 url_not_fetched'));
  expect(replies.map(({ error }) => error.details)).toEqual([
    { reason: 'too_large', bytesMax: 12 * 1024 * 1024 },
    { reason: 'http_status', httpStatus: 301 },
    { reason: 'unreachable' },
    { reason: 'unreachable' },
    { reason: 'not_https' },
  ]);
  const [, , hidden, absent] = replies;
  expect(hidden?.text).toBe(absent?.text);
  expect([await filesOf(project), await bytesOf(project)]).toEqual([0, 0n]);
});

test('twenty fetches of one tenant from a host that never ends delay neither its uploads nor fetches of others', async () => {
  await using slow = await startRemoteHost((_, response) => void response.write('RIFF'));
  await using quick = await startRemoteHost(sends(sound()));
  const stop = new AbortController();
  const fetching = Array.from({ length: 20 }, () =>
    fetch(`${gateway.url}/tools/upload-from-url`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: urlOf(slow), mimeType: 'audio/wav' }),
      signal: stop.signal,
    }).catch(() => null),
  );
  await expect.poll(() => slow.requests.length).toBe(2);
  const other = (await (await gateway.newProject()).newKey()).token;
  expect(outcomeOf(await fetchFrom(urlOf(quick), { as: other }))).toBe('200');
  expect(outcomeOf(await upload(sound()))).toBe('200');
  expect(slow.requests).toHaveLength(2);
  stop.abort();
  await Promise.all(fetching);
  await expect.poll(slow.connections).toBe(0); // each fetch has ended with its client
  expect(outcomeOf(await fetchFrom(urlOf(quick)))).toBe('200');
});

test('the log contains no path, query or host of a URL', async () => {
  await using host = await startRemoteHost(sends(sound()));
  written.length = 0;
  await fetchFrom(urlOf(host, '/secret-path.wav?signature=secret'));
  await fetchFrom('https://absent.example.com/secret-path.wav?signature=secret');
  await expect.poll(() => written.filter((line) => line.includes('/tools/upload-from-url')).length).toBe(2);
  expect(written.join('')).not.toMatch(/secret|example\.com/);
});
