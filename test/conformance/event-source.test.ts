/** A page of a browser follows executions with `EventSource`, which sends no key. It stops for good when the URL has expired. */
// Modes: embedded.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createFarebox } from '@farebox/sdk';
import { expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { execute, quoted } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { fixtures } from './client/make-identities.ts';
import { BROWSERS, commandOf } from './client/runtimes.ts';
import { running } from './client/shell.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
const farebox = createFarebox({ baseUrl: gatewayUrl(), apiKey: keys.key });
/** A browser starts slowly on a busy machine, and pauses up to five seconds before it reconnects. */
const TIMEOUT_MS = 120_000;

/** Runs in the page. The server of the page makes the URLs, because it has the key. */
const SCRIPT = `
const from = async (path) => new EventSource(await (await fetch(path)).text());
const states = [];
const one = await from('/execution');
one.addEventListener('execution', ({ data }) => states.push(JSON.parse(data).status));
await new Promise((resolve) => one.addEventListener('end', resolve));
one.close();
const all = await from('/expiring');
let snapshots = 0;
all.addEventListener('snapshot', () => snapshots++);
await new Promise((resolve) => all.addEventListener('error', () => all.readyState === EventSource.CLOSED && resolve()));
await fetch('/seen', { method: 'POST', body: JSON.stringify({ last: states.at(-1), snapshots }) });`;
const PAGE = `<!doctype html><title>farebox</title><script type="module">${SCRIPT}</script>`;

async function urlFor(path: string): Promise<string> {
  if (path === '/expiring') return (await farebox.eventUrl({ expiresInSeconds: 3 })).url;
  const { data } = await execute(client, await quoted(client, 'rehearsal', { durationMs: 200 }));
  return (await farebox.eventUrl({ executionId: data.id })).url;
}

/** Serves the page and its URLs. Calls `report` with the findings of the page. */
async function serving(report: (seen: string) => void) {
  const server = createServer((request, response) => {
    const { url: path = '/' } = request;
    if (path === '/') response.writeHead(200, { 'Content-Type': 'text/html' }).end(PAGE);
    else if (path === '/seen') void text(request).then((seen) => (response.end(), report(seen)));
    else if (path === '/execution' || path === '/expiring')
      void urlFor(path).then(
        (url) => response.end(url),
        () => response.destroy(),
      );
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

for (const browser of BROWSERS)
  // issue 25.11: "a short-lived read token for EventSource"
  // contract 4: "the answer is 404 `event_url_not_usable`, at which `EventSource` stops"
  test(
    `EventSource of ${browser.name} follows an execution to its end, and stops when its URL has expired`,
    async ({ skip }) => {
      const command = commandOf(browser, skip);
      let report = (_: string): void => {};
      const seen = new Promise<string>((resolve) => (report = resolve));
      await using page = await serving((findings) => report(findings));
      await fixtures(['--allow-origin', keys.key, '--origin', page.url]);
      const profile = mkdtempSync(join(tmpdir(), 'farebox-profile-'));
      const at = browser.name === 'Firefox' ? ['--profile', profile] : [`--user-data-dir=${profile}`];
      try {
        await using _ = running([...command, ...at, page.url], profile);
        expect(JSON.parse(await seen)).toEqual({ last: 'succeeded', snapshots: 1 });
      } finally {
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
      }
    },
    TIMEOUT_MS,
  );
