/**
 * Ports that remain a process's own while it is down: below the range from which the kernel takes ports for outgoing connections,
 * and never the same one twice in a run.
 */
import { isPortFree } from '@farebox/embedded';

const FIRST = 15_000;
const LAST = 32_000;

let next = FIRST + (process.pid % 1000) * 17;

export async function newPort(): Promise<number> {
  for (let tries = 0; tries < LAST - FIRST; tries++) {
    const port = next++;
    if (next > LAST) next = FIRST;
    if (await isPortFree(port)) return port;
  }
  throw new Error('no port is free');
}
