/**
 * Free TCP ports on the loopback interface. A port found free may be taken a moment later: callers retry or say so.
 * Never one of the kernel's own for outgoing connections: any connection of any program may hold such a port by the
 * time that a server comes to listen on it.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { reservePort } from './port-reservations.ts';

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

/** Above the ports that well-known servers have. */
const LOWEST = 15_000;
/** Linux's default, for systems that do not tell theirs. */
const USUAL_EPHEMERAL = 32_768;
const DRAWS = 100;

/** The first port that the kernel may give to an outgoing connection. */
function firstEphemeral(): number {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0]);
  } catch {
    return USUAL_EPHEMERAL;
  }
}

const given = new Set<number>();

/**
 * A port that nobody listens on, that this process was never given and no other of this user in the last minutes; any
 * one where the kernel keeps all for itself.
 */
export async function freePort(): Promise<number> {
  const end = firstEphemeral();
  for (let draws = 0; end > LOWEST && draws < DRAWS; draws++) {
    const port = randomInt(LOWEST, end);
    if (given.has(port)) continue;
    given.add(port);
    if ((await reservePort(port)) && (await isPortFree(port))) return port;
  }
  return probe(0, LOOPBACK);
}

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
