/** For what another process or a later moment brings about. */
import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 10_000;
const PAUSE_MS = 50;

/** Asks until there is an answer, and it is the wanted one. */
export async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean = () => true): Promise<T> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (performance.now() < deadline) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined && isWanted(answer)) return answer;
    await pause(PAUSE_MS);
  }
  throw new Error('the wanted answer did not come');
}
