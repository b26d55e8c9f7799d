/** A server that outlives every file, like that of testDatabase(): a client may keep its connection to it. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly lastingServer: string;
  }
}

export async function setup(project: TestProject): Promise<() => void> {
  const server = createServer((_request, response) => void response.end('here'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('lastingServer', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
