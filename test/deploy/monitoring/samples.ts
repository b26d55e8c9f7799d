/** Waits until Prometheus has enough samples. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Expression } from './expressions.ts';
import type { Prometheus, Sample } from './prometheus.ts';

/** Four scrapes: a rate needs two scrapes after the load began. */
const DATA_TIMEOUT_MS = 60_000;
const PAUSE_MS = 1_000;

/** Repeats the expressions without a sample. NaN counts as none: it is a quantile of no observations. */
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
