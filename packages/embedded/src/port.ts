/**
 * Finds free TCP ports on the loopback interface. A free port may be taken a moment later, so callers retry or report
 * it. It never returns a port of the kernel's range for outgoing connections, because any program's connection may take
 * such a port before the server listens.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { reservePort } from './port-reservations.ts';

const LOOPBACK = '127.0.0.1';

/** Binds `port` (0: any) for a moment and returns the port. Rejects with the bind error, such as EADDRINUSE. */
async function probe(port: number, host: string): Promise<number> {
  const server = createServer();
  server.listen({ port, host, exclusive: true });
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return bound;
}

/** Lowest port to draw, above the ports of well-known servers. */
const LOWEST = 15_000;
/** Linux's default, for systems that do not report their range. */
const USUAL_EPHEMERAL = 32_768;
const DRAWS = 100;

/** The first port that the kernel may use for an outgoing connection. */
function firstEphemeral(): number {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/)[0]);
  } catch {
    return USUAL_EPHEMERAL;
  }
}

const given = new Set<number>();

/**
 * A port without a listener that this process has not drawn before, and no other process of this user in the last
 * minutes. Any port if the kernel's range covers all.
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

/** The reason why this process cannot listen there, such as EADDRINUSE or EACCES; null if it can. */
export async function portProblem(port: number, host = LOOPBACK): Promise<string | null> {
  try {
    await probe(port, host);
    return null;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

export const isPortFree = async (port: number): Promise<boolean> => (await portProblem(port)) === null;
