/**
 * The simulator as a server: one socket for both dialects, their files and the administration. A crash ends this
 * process, or, if it contains other parts, refuses connections for a second.
 */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpResponse, Refused, type Reply, atOnce, errorResponse } from './response.ts';
import { deliver } from './deliver.ts';
import { type SimulatorRequest, readRequest } from './request.ts';

export interface SimulatorServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly host: string;
  /** 0 means any free port. */
  readonly port: number;
  readonly crash: 'exit' | 'pause';
  readonly handle: (request: SimulatorRequest) => Reply | Promise<Reply>;
  /** The response to a mistake of the caller, in the dialect of the path. */
  readonly errorAt: (path: string, refused: Refused) => HttpResponse;
  /** Called for a bug in the simulator. */
  readonly onError: (error: unknown) => void;
}

const CRASH_PAUSE_MS = 1_000;

export async function serve({ host, port, crash, handle, errorAt, onError }: ServeOptions): Promise<SimulatorServer> {
  const stopping = new AbortController();
  const server = createServer((request, response) => {
    request.on('error', () => {}); // the caller disconnected during its request
    const reply = readRequest(request)
      .then(handle)
      .catch((error: unknown) => afterError(error, { isComplete: request.complete, path: request.url ?? '' }));
    void reply.then((found) => deliver(found, { response, crash: fall, stop: stopping.signal })).catch(onError);
  });
  let revival: NodeJS.Timeout | undefined;

  function afterError(error: unknown, { isComplete, path }: { isComplete: boolean; path: string }): Reply {
    if (error instanceof Refused) return atOnce(errorAt(path, error));
    if (!isComplete) return { kind: 'reset' };
    onError(error);
    return atOnce(errorResponse(500, { code: 'defect', message: 'the simulator itself failed' }));
  }

  function fall(): void {
    if (crash === 'exit') process.kill(process.pid, 'SIGKILL');
    server.close();
    server.closeAllConnections();
    revival = setTimeout(() => server.listen(address.port, host), CRASH_PAUSE_MS);
  }

  const address = await listen(server, { host, port });
  server.on('error', onError);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    async close() {
      stopping.abort();
      clearTimeout(revival);
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, { host, port }: Pick<ServeOptions, 'host' | 'port'>): Promise<AddressInfo> {
  server.listen(port, host);
  await once(server, 'listening');
  return server.address() as AddressInfo;
}
