/** Leaves nothing: the connection that the first `fetch` of the process keeps is idle and keeps no process alive. */
import { createServer } from 'node:net';
import { expect, inject, test } from 'vitest';

test('fetches', async () => {
  const response = await fetch(inject('lastingServer'));
  expect(await response.text()).toBe('here');
});

test('closes', async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const closed = new Promise((resolve) => server.close(resolve));
  expect(await closed).toBeUndefined();
});
