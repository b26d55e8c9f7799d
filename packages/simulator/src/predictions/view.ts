/** A prediction as its provider currently shows it. */
import type { Effect } from '../journal/effects.ts';
import { outputOf } from '../outputs/output.ts';
import { predictMsOf, statedCost } from '../price.ts';
import { endedMsAgo, progressOf } from '../progress.ts';

/** `base`: the dialect's base URL as the caller reaches it. */
export function predictionView(effect: Effect, base: string) {
  const url = `${base}/predictions/${effect.id}`;
  return {
    id: effect.id,
    model: effect.model,
    created_at: effect.acceptedAt.toISOString(),
    urls: { get: url, cancel: `${url}/cancel` },
    ...outcome(effect, base),
  };
}

function outcome(effect: Effect, base: string): object {
  const now = Date.now();
  const progress = progressOf(effect, now);
  const predictSeconds = (effect.predictMs ?? predictMsOf(effect.work)) / 1000;
  const metrics = { predict_time: predictSeconds, cost: statedCost(effect, endedMsAgo(effect, now)) };
  switch (progress.kind) {
    case 'hidden':
    case 'working':
      return { status: 'processing', output: null, error: null };
    case 'canceled':
      return { status: 'canceled', output: null, error: null, metrics };
    case 'moderated':
      return { status: 'failed', output: null, error: 'flagged as sensitive: the input was refused', metrics };
    case 'done':
      return { status: 'succeeded', output: outputUrls(effect, base), error: null, metrics };
  }
}

function outputUrls({ id, work }: Effect, base: string): string[] {
  return work.kind === 'transcript' ? [] : [`${base}/files/${id}.${outputOf(work).extension}`];
}

export const isHidden = (effect: Effect): boolean => progressOf(effect, Date.now()).kind === 'hidden';
