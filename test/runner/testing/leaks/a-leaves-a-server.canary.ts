/** Leaves a server that listens. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';

test('listens', async () => {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(server.listening).toBe(true);
});
