/** Waits for a Prometheus to have seen enough. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Expression } from './expressions.ts';
import type { Prometheus, Sample } from './prometheus.ts';

/** Four scrapes: a rate needs two that have seen the load. */
const DATA_TIMEOUT_MS = 60_000;
const PAUSE_MS = 1_000;

/** Asks again for what had no answer yet. NaN is no answer: a quantile of nothing. */
export async function untilAllAnswer(
  prometheus: Prometheus,
  expressions: readonly Expression[],
): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const answers = new Map<string, readonly Sample[]>();
  const deadline = performance.now() + DATA_TIMEOUT_MS;
  while (performance.now() < deadline) {
    for (const { text } of expressions) {
      if ((answers.get(text) ?? []).length > 0) continue;
      answers.set(
        text,
        (await prometheus.query(text)).filter(({ value }) => !Number.isNaN(value)),
      );
    }
    if ([...answers.values()].every((samples) => samples.length > 0)) break;
    await pause(PAUSE_MS);
  }
  return answers;
}
