/** The installed SDK in the pages of real browsers: uploads report their progress, and errors say what a page cannot see. */
// Modes: embedded.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installed } from './client/installed.ts';
import { BROWSERS, commandOf } from './client/runtimes.ts';
import { running } from './client/shell.ts';

const PROGRAM = 'page-uploads.mjs';
/** A browser starts slowly on a busy machine. */
const TIMEOUT_MS = 120_000;

let folder: string;
beforeAll(async () => {
  folder = await installed();
  copyFileSync(join(import.meta.dirname, 'generated', PROGRAM), join(folder, PROGRAM));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PAGE = `<!doctype html><title>farebox</title><script type="importmap">${JSON.stringify({
  imports: {
    '@farebox/sdk': '/node_modules/@farebox/sdk/dist/index.js',
    '@noble/hashes/': '/node_modules/@noble/hashes/',
  },
})}</script><script type="module" src="/${PROGRAM}"></script>`;

async function serving(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Serves the page, its modules, and the upload URLs of one origin. */
async function respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const json = (status: number, body: object): unknown =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  if (path === '/') return response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
  if (path.endsWith('.js') || path.endsWith('.mjs'))
    return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(join(folder, path)));
  if (path === '/never') return undefined;
  if (path === '/broken') return request.socket.destroy();
  if (path === '/slow') await pause(1_000); // the browser fills the buffers of the connection, and waits
  const isWav = request.headers['content-type'] === 'audio/wav';
  let bytes = 0;
  for await (const part of request) bytes += (part as Buffer).length;
  if (path === '/used')
    return json(409, { error: { status: 'X', message: 'upload_url_used', details: { fileId: 'file_2' } } });
  return json(path === '/slow' ? 200 : 404, { data: { id: `file_1 ${isWav} ${bytes}` } });
}

for (const browser of BROWSERS)
  // issue 25.11: "Uploads with progress in browsers"
  // issue 25.11: "a hint to CORS when an origin is not listed"
  test(
    `an upload reports its progress, and an unlisted origin is named, in ${browser.name}`,
    async ({ skip }) => {
      const command = commandOf(browser, skip);
      let report = (_: string): void => {};
      const seen = new Promise<string>((resolve) => (report = resolve));
      await using page = await serving((request, response) => {
        const { pathname } = new URL(request.url ?? '', 'http://none');
        if (pathname === '/seen') void text(request).then((body) => (response.end(), report(body)));
        else void respond(pathname, request, response).catch(() => response.destroy());
      });
      await using elsewhere = await serving((_, response) => response.writeHead(404).end('{}'));
      const profile = mkdtempSync(join(folder, 'profile-'));
      const at = browser.name === 'Firefox' ? ['--profile', profile] : [`--user-data-dir=${profile}`];
      await using _ = running([...command, ...at, `${page.url}/?elsewhere=${elsewhere.url}`], folder);
      const hint = `or the project does not list the origin ${page.url} (farebox cors set)`;
      expect(JSON.parse(await seen)).toEqual({
        stored: `file_1 true ${12 * 1024 * 1024}`,
        isGradual: true,
        isMonotonic: true,
        last: 1,
        aborted: 'enough  ""',
        abortedBefore: 'before  ""',
        used: 'upload_url_used 409 "file_2"',
        broken: 'network_failed  ""',
        unlisted: expect.stringMatching(
          new RegExp(`^network_failed: address ${elsewhere.url}; .+; ${hint.replaceAll(/[()]/g, '\\$&')}$`),
        ),
        unlistedUpload: 'network_failed  ""',
      });
    },
    TIMEOUT_MS,
  );
