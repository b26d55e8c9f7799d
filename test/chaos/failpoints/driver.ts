/** Who the processes tell where they are. A process goes on when it is answered, so what is done to it meanwhile meets it there. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Reached {
  readonly name: string;
  /** What is worked on, where there is such a thing. */
  readonly id?: string;
  readonly pid: number;
}

export interface Driver {
  readonly url: string;
  /** Called for every point that a process reaches; the process goes on when it resolves. */
  onReached: (reached: Reached) => Promise<void>;
  readonly close: () => void;
}

export async function startDriver(): Promise<Driver> {
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => driver.onReached(JSON.parse(body) as Reached))
      .catch(() => {}) // the process was killed while it asked
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
