/** The installed SDK on each runtime that it supports: aborts and limits of silent connections hold after garbage collections. */
// Modes: embedded.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { installed } from './client/installed.ts';
import { BROWSERS, commandOf, RUNTIMES } from './client/runtimes.ts';
import { foreign, running } from './client/shell.ts';

const PROGRAM = 'runtime-streams.mjs';
/** A browser starts slowly on a busy machine. */
const TIMEOUT_MS = 120_000;

let folder: string;
beforeAll(async () => {
  folder = await installed();
  copyFileSync(join(import.meta.dirname, 'generated', PROGRAM), join(folder, PROGRAM));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let service: Awaited<ReturnType<typeof silentService>>;
beforeEach(async () => {
  service = await silentService();
});
afterEach(() => service.close());

const PAGE = `<!doctype html><title>farebox</title><script type="importmap">${JSON.stringify({
  imports: {
    '@farebox/sdk': '/node_modules/@farebox/sdk/dist/index.js',
    '@noble/hashes/': '/node_modules/@noble/hashes/',
  },
})}</script><script type="module" src="/${PROGRAM}"></script>`;

const STATE = 'id: 1\nevent: execution\ndata: {"id":"exe_1","status":"queued"}\n\n';
const END = 'event: end\ndata: {}\n\n';

/** A service that answers in part and falls silent, and the files of the page. */
async function silentService() {
  let report = (_: string): void => {};
  const seen = new Promise<string>((resolve) => (report = resolve));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://none');
    if (pathname === '/seen') return void text(request).then((body) => (response.end(), report(body)));
    return respond(pathname, request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    seen,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function respond(path: string, { headers }: IncomingMessage, response: ServerResponse): void {
  const begin = (type: string, part: string): void => {
    response.writeHead(200, { 'Content-Type': type });
    response.write(part);
  };
  if (path === '/') return void response.end(PAGE, () => {});
  if (path.endsWith('.js') || path.endsWith('.mjs')) {
    response.writeHead(200, { 'Content-Type': 'text/javascript' });
    return void response.end(readFileSync(join(folder, path)));
  }
  if (path.includes('exe_mute')) return;
  if (path.includes('exe_deaf')) return begin('text/event-stream', STATE);
  if (path.includes('exe_silent')) {
    if (headers['last-event-id'] === undefined) return begin('text/event-stream', `retry: 1\n\n${STATE}`);
    begin('text/event-stream', END);
    return void response.end();
  }
  if (path === '/tools/usage') return begin('application/json', '{"data":');
  if (path === '/file') return begin('application/octet-stream', 'a part');
  if (path.endsWith('/download')) {
    begin('application/json', JSON.stringify({ data: { url: `http://${headers.host}/file` } }));
    return void response.end();
  }
  response.writeHead(404).end();
}

const SEEN = {
  abortedStream: 'enough',
  abortedUnanswered: 'enough',
  silentStream: ['queued'],
  silentBody: 'network_failed',
  abortedDownload: 'enough',
};

for (const runtime of RUNTIMES)
  // issue 25.2: "Idle limits and abort work on every supported runtime"
  test(
    `aborts and limits hold on ${runtime.name}`,
    async ({ skip }) => {
      const command = commandOf(runtime, skip);
      const { code, stdout, stderr } = await foreign([...command, PROGRAM, service.url], folder);
      expect([code, stderr]).toEqual([0, '']);
      expect(JSON.parse(stdout)).toEqual(SEEN);
    },
    TIMEOUT_MS,
  );

for (const browser of BROWSERS)
  // issue 25.2: "Idle limits and abort work on every supported runtime"
  test(
    `aborts and limits hold on ${browser.name}`,
    async ({ skip }) => {
      const command = commandOf(browser, skip);
      const profile = mkdtempSync(join(folder, 'profile-'));
      const at = browser.name === 'Firefox' ? ['--profile', profile] : [`--user-data-dir=${profile}`];
      await using _ = running([...command, ...at, `${service.url}/`], folder);
      expect(JSON.parse(await service.seen)).toEqual(SEEN);
    },
    TIMEOUT_MS,
  );
