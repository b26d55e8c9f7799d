/** Waits for an effect of another process or of a later moment. */
import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 50;

/** Polls until there is a response, and it is the wanted one. */
export async function eventually<T>(ask: () => Promise<T>, isWanted: (replied: T) => boolean = () => true): Promise<T> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    const replied = await ask().catch(() => undefined);
    if (replied !== undefined && isWanted(replied)) return replied;
    await pause(PAUSE_MS);
  }
  throw new Error('the expected response did not arrive');
}
