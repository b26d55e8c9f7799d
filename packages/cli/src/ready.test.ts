/** How long a start waits: for as long as something moves. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { freePort } from '@farebox/embedded';
import { expect, test } from 'vitest';
import { waitUntilReady } from './ready.ts';

const signal = new AbortController().signal;
const say = (): void => {};

test('an application that is slow but moves on is waited for, however long', async () => {
  const port = await freePort();
  const server = createServer((_, response) => response.end());
  let polls = 0;
  const progress = (): number => {
    // Far more looks than what a limit on the whole wait of as many milliseconds would leave.
    if (++polls === 8) server.listen(port, '127.0.0.1');
    return polls;
  };
  const urls = { gateway: `http://127.0.0.1:${port}/` };
  await waitUntilReady(urls, { progress, say, signal, stalledMs: 300 });
  expect(polls).toBeGreaterThanOrEqual(8);
  server.close();
  await once(server, 'close');
});

test('one that neither answers nor moves is given up, by its name', async () => {
  const urls = { keeper: `http://127.0.0.1:${await freePort()}/` };
  const waiting = waitUntilReady(urls, { progress: () => 1, say, signal, stalledMs: 300 });
  await expect(waiting).rejects.toThrow('keeper is not ready and nothing moves any more');
});
