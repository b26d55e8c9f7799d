/** Waits for a Prometheus to have seen enough. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Expression } from './expressions.ts';
import type { Prometheus, Sample } from './prometheus.ts';

/** Four scrapes: a rate needs two that have seen the load. */
const DATA_TIMEOUT_MS = 60_000;
const PAUSE_MS = 1_000;

/** Asks again for what had no sample yet. NaN is none: a quantile of nothing. */
export async function untilAllHaveSamples(
  prometheus: Prometheus,
  expressions: readonly Expression[],
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const replies = new Map<string, readonly Sample[]>();
  const deadline = performance.now() + DATA_TIMEOUT_MS;
  while (performance.now() < deadline) {
    for (const { text } of expressions) {
      if ((replies.get(text) ?? []).length > 0) continue;
      replies.set(
        text,
        (await prometheus.query(text)).filter(({ value }) => !Number.isNaN(value)),
      );
    }
    if ([...replies.values()].every((samples) => samples.length > 0)) break;
    await pause(PAUSE_MS);
  }
  return replies;
}
