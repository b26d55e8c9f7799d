/** Shows a batch in one line. */
import type { Batch } from '@farebox/sdk';
import { usdOf } from '../operator/usd.ts';
import { plain } from '../program/table.ts';

const WORDS = [
  ['queued', 'queued'],
  ['running', 'running'],
  ['needsReview', 'under review'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
] as const;

/** `bat_… image-resize: 2 running, 1 succeeded of 3; charged 0.0005 USD (at most 0.0015 USD)` */
export function batchText({ id, tool, counts, executionCount, chargedMicros, maximumChargeMicros }: Batch): string {
  const found = WORDS.filter(([name]) => counts[name] > 0).map(([name, word]) => `${counts[name]} ${word}`);
  const cost = `charged ${usdOf(chargedMicros)} (at most ${usdOf(maximumChargeMicros)})`;
  return plain(`${id} ${tool}: ${found.join(', ')} of ${executionCount}; ${cost}`);
}
