import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, systemClock } from '@farebox/kernel';
import { createLogger } from '@farebox/telemetry';
import { type ArtifactStore, createDownloads, createDiskStore } from '@farebox/storage';
import type { Request, Response } from 'express';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closed } from '../testing/closed.fixture.ts';
import { createSendError } from './send-error.ts';
import { type FileLimits, serveFile } from './serve-file.ts';

const urlSecret = randomBytes(32).toString('hex');
/** Far more than the buffers between a server and a client that does not read can hold. */
const FILE = randomBytes(24 * 1024 * 1024);
const timeout: FileLimits = {
  idleMs: 60_000,
  totalMs: 60_000,
  perUrlMax: 100,
  perProjectMax: 100,
  perOrganizationMax: 100,
};

let directory: string;
const servers: Server[] = [];
const sockets: Socket[] = [];
/** One promise per request, which resolves when its response has ended. */
let served: Promise<unknown>[] = [];

beforeAll(async () => void (directory = await mkdtemp(join(tmpdir(), 'farebox-files-'))));
afterAll(async () => await rm(directory, { recursive: true }));
afterEach(async () => {
  served = [];
  for (const socket of sockets.splice(0)) await closed(socket.destroy());
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await once(server.close(), 'close');
  }
});

async function serving(
  limits: Partial<FileLimits> = {},
  clock: Clock = systemClock,
): Promise<{ store: ArtifactStore; urlOf: (key: string) => string }> {
  const server = createServer().listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = createDiskStore({ directory });
  await store.prepare();
  const sendError = createSendError(createLogger({ app: 'gateway', level: 'silent' }));
  const downloads = createDownloads({ store, publicUrl, urlSecret, clock });
  const handler = serveFile(downloads, {
    basePath: '',
    sendError,
    organizations: { ofProject: async (projectId) => (projectId === 'alone' ? 'other' : 'many') },
    limits: { ...timeout, ...limits },
  });
  server.on('request', (request, response) => {
    const asked = Object.assign(request, { originalUrl: request.url }) as unknown as Request;
    served.push(Promise.resolve(handler(asked, response as Response, () => {})));
  });
  const urlOf = (key: string) => downloads.urlOf(key, { ttlSeconds: 60, fileName: 'a.mp4', mimeType: 'video/mp4' }).url;
  for (const key of ['projects/p/a', 'projects/p/b', 'projects/q/a', 'projects/alone/a'])
    await store.put(key, FILE, { mimeType: 'video/mp4', sizeBytes: FILE.length });
  return { store, urlOf };
}

test('an expired URL tells it, and a changed one gets the 404 of any unknown path', async () => {
  let nowMs = Date.now();
  const { urlOf } = await serving({}, { ...systemClock, now: () => new Date(nowMs) });
  const url = urlOf('projects/p/a');
  nowMs += 61_000;
  const errorAt = async (asked: string) => {
    const response = await fetch(asked);
    const { error } = (await response.json()) as { error: { message: string; details?: object } };
    return [response.status, error.message, error.details];
  };
  const expired = { reason: 'expired', expiredAt: expect.any(String) as string };
  expect(await errorAt(url)).toEqual([404, 'not_found', expired]);
  for (const changed of [url.replace(/expires=\d+/, 'expires=1'), url.replace('files/', 'files/A'), `${url}0`])
    expect(await errorAt(changed)).toEqual([404, 'not_found', undefined]);
});

/** Opens a client that sends a request and then reads nothing. */
async function stalled(url: string): Promise<Socket> {
  const { hostname, port, pathname, search } = new URL(url);
  const socket = connect(Number(port), hostname)
    .on('error', () => {})
    .pause();
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

/** Counts this process's open descriptors on files of the store. */
async function openFiles(): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link.startsWith(directory)).length;
}

test('a file is served completely, and HEAD has the headers of GET', async () => {
  const { urlOf } = await serving();
  const url = urlOf('projects/p/a');
  const [got, head] = [await fetch(url), await fetch(url, { method: 'HEAD' })];
  expect(Buffer.from(await got.arrayBuffer()).equals(FILE)).toBe(true);
  expect(await head.text()).toBe('');
  const headersOf = ({ headers }: { headers: Headers }) =>
    [...headers].filter(([name]) => !['date', 'x-request-id', 'keep-alive', 'connection'].includes(name));
  expect(headersOf(head)).toEqual(headersOf(got));
  expect(head.status).toBe(200);
});

test('a range request with `If-Range` gets the whole file', async () => {
  const { urlOf } = await serving();
  const statusOf = async (headers: Record<string, string>) => {
    const response = await fetch(urlOf('projects/p/a'), { headers });
    return [response.status, (await response.arrayBuffer()).byteLength];
  };
  expect(await statusOf({ Range: 'bytes=0-9' })).toEqual([206, 10]);
  expect(await statusOf({ Range: 'bytes=0-9', 'If-Range': '"other"' })).toEqual([200, FILE.length]);
});

test('a download URL contains neither the project id nor the execution id', async () => {
  const { urlOf } = await serving();
  const url = decodeURIComponent(urlOf('projects/p/a'));
  expect(url).not.toContain('projects');
  expect(Buffer.from(new URL(url).pathname.slice('/files/'.length), 'base64url').toString('latin1')).not.toContain(
    'projects',
  );
});

test('clients that stop reading are disconnected, and their files are closed', async () => {
  const { urlOf } = await serving({ idleMs: 50 });
  const url = urlOf('projects/p/a');
  const readers = await Promise.all(Array.from({ length: 20 }, () => stalled(url)));
  await expect.poll(() => served.length, { timeout: 30_000 }).toBe(20);
  await expect.poll(openFiles, { timeout: 30_000 }).toBe(0);
  await Promise.all(served);
  for (const reader of readers) {
    let bytes = 0;
    reader.on('data', (piece) => void (bytes += piece.length)).resume();
    await closed(reader);
    expect(bytes).toBeLessThan(FILE.length);
  }
});

test('a client that reads forever is disconnected at the time limit', async () => {
  const { urlOf } = await serving({ totalMs: 50 });
  await stalled(urlOf('projects/p/a'));
  await expect.poll(() => served.length, { timeout: 30_000 }).toBe(1);
  await expect.poll(openFiles, { timeout: 30_000 }).toBe(0);
  await Promise.all(served);
});

test('a client that disconnects during a download leaves no descriptor open', async () => {
  const { urlOf } = await serving();
  const url = urlOf('projects/p/a');
  const readers = await Promise.all(Array.from({ length: 20 }, () => stalled(url)));
  await expect.poll(openFiles, { timeout: 30_000 }).toBe(20);
  for (const reader of readers) reader.destroy();
  await expect.poll(openFiles, { timeout: 30_000 }).toBe(0);
});

test('a client that disconnects before the file is open leaves no descriptor open', async () => {
  const { urlOf } = await serving();
  const url = urlOf('projects/p/a');
  for (let round = 0; round < 30; round++) (await stalled(url)).destroy();
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(200);
  await expect.poll(openFiles, { timeout: 30_000 }).toBe(0);
});

test('concurrent downloads are limited per URL and per project', async () => {
  const { urlOf } = await serving({ perUrlMax: 2, perProjectMax: 3 });
  const [a, b, other] = [urlOf('projects/p/a'), urlOf('projects/p/b'), urlOf('projects/q/a')];
  const statusOf = async (url: string) => (await fetch(url, { method: 'HEAD' })).status;
  const readers = [await stalled(a), await stalled(a)];
  await expect.poll(() => statusOf(a)).toBe(503);
  expect(await statusOf(b)).toBe(200);
  readers.push(await stalled(b));
  await expect.poll(() => statusOf(b)).toBe(503);
  expect(await statusOf(other)).toBe(200);
  for (const reader of readers) reader.destroy();
  await expect.poll(() => statusOf(a)).toBe(200);
});

test('concurrent downloads of all projects of an organization are limited together', async () => {
  const { urlOf } = await serving({ perProjectMax: 2, perOrganizationMax: 3 });
  const [a, other] = [urlOf('projects/q/a'), urlOf('projects/alone/a')];
  const statusOf = async (url: string) => (await fetch(url, { method: 'HEAD' })).status;
  const readers = [await stalled(urlOf('projects/p/a')), await stalled(urlOf('projects/p/b')), await stalled(a)];
  await expect.poll(() => statusOf(a)).toBe(503);
  expect(await statusOf(other)).toBe(200);
  for (const reader of readers) reader.destroy();
  await expect.poll(() => statusOf(a)).toBe(200);
});
