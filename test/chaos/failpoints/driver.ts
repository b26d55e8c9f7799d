/** The server to which processes report the failpoints that they reach. A process waits for the response, so a fault meets it at that point. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Reached {
  readonly name: string;
  /** Id of the execution, for points that have one. */
  readonly id?: string;
  readonly pid: number;
}

export interface Driver {
  readonly url: string;
  /** Called for every point that a process reaches; the process continues when the promise resolves. */
  onReached: (reached: Reached) => Promise<void>;
  readonly close: () => void;
}

export async function startDriver(): Promise<Driver> {
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => driver.onReached(JSON.parse(body) as Reached))
      .catch(() => {}) // the process was killed while it waited
      .finally(() => response.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const driver: Driver = {
    url: `http://127.0.0.1:${port}`,
    onReached: () => Promise.resolve(),
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return driver;
}
