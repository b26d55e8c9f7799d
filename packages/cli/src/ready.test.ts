/** A start waits as long as its applications make progress. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '@farebox/embedded';
import { expect, test } from 'vitest';
import { waitUntilReady } from './ready.ts';

const signal = new AbortController().signal;
const say = (): void => {};

test('a slow application that makes progress is waited for, without a time limit', async () => {
  const port = await freePort();
  const server = createServer((_, response) => response.end());
  let polls = 0;
  const progress = (): number => {
    // Many more polls than a total limit of this many milliseconds would allow.
    if (++polls === 8) server.listen(port, '127.0.0.1');
    return polls;
  };
  const urls = { gateway: `http://127.0.0.1:${port}/` };
  await waitUntilReady(urls, { progress, say, signal, stalledMs: 300 });
  expect(polls).toBeGreaterThanOrEqual(8);
  server.close();
  await once(server, 'close');
});

test('an application that neither responds nor makes progress fails the start, which names it', async () => {
  const urls = { keeper: `http://127.0.0.1:${await freePort()}/` };
  const waiting = waitUntilReady(urls, { progress: () => 1, say, signal, stalledMs: 300 });
  await expect(waiting).rejects.toThrow('keeper is not ready and makes no progress');
});
