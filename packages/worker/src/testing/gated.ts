/** Work that a test ends when it wants. */
import type { Operation } from '../operation.ts';

/** Work that ends when its gate opens, with a count of running work. */
export function gated() {
  const gate = Promise.withResolvers<void>();
  const counts = { now: 0, most: 0 };
  const operation: Operation = async ({ signal }) => {
    counts.now++;
    counts.most = Math.max(counts.most, counts.now);
    const stopped = new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    await Promise.race([gate.promise, stopped]).finally(() => counts.now--);
    return { artifacts: [], units: 1 };
  };
  return { operation, counts, open: () => gate.resolve() };
}
