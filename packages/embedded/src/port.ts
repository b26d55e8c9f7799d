/** Free TCP ports on the loopback interface. A port found free may be taken a moment later: callers retry or say so. */
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

const LOOPBACK = '127.0.0.1';

/** Binds `port` (0: any) for a moment and returns the port it got. Rejects with the bind error, such as EADDRINUSE. */
async function probe(port: number, host: string): Promise<number> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return bound;
}

export const freePort = (): Promise<number> => probe(0, LOOPBACK);

/** Why this process cannot listen there, such as EADDRINUSE or EACCES; null when it can. */
export async function portProblem(port: number, host = LOOPBACK): Promise<string | null> {
  try {
    await probe(port, host);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

export const isPortFree = async (port: number): Promise<boolean> => (await portProblem(port)) === null;
