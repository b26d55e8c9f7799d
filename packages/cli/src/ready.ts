/** Waits until the gateway says it is ready. */
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 100;
const ANSWER_TIMEOUT_MS = 2_000;

/** Rejects after `timeoutMs`, and with the signal's reason when that aborts. */
export async function waitUntilReady(
  baseUrl: string,
  { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await isReady(baseUrl))) {
    if (performance.now() > deadline)
      throw new Error(`the gateway was not ready after ${timeoutMs / 1000} s; see its log`);
    await pause(PAUSE_MS);
    signal.throwIfAborted();
  }
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/readyz`, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
