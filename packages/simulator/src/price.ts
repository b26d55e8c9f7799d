/**
 * Bills of the simulated providers in micro-USD, and the part that they report. They are independent of Farebox's
 * prices. Like real providers, they bill speech by character, transcripts by decoded length, images of the synchronous
 * dialect per piece, and predictions by their time, even when cancelled.
 */
import type { Behaviour } from './behaviour.ts';
import { BEHAVIOURS } from './behaviour.ts';
import type { Provider, Work } from './call.ts';

const PICTURE_MICROS = 10_000;
const SPEECH_CHARACTER_MICROS = 3;
const TRANSCRIPT_SECOND_MICROS = 100;
const PREDICT_SECOND_MICROS = 5_000;
const ABOVE_ANY_HOLD = 1_000;

/** The work, and its provider. */
export interface Bought {
  readonly provider: Provider;
  readonly work: Work;
  readonly behaviour: Behaviour;
}

/** @param predictMs Working time of a prediction; null for all of its work. */
export function costMicrosOf({ provider, work, behaviour: { name } }: Bought, predictMs: number | null = null): number {
  if (BEHAVIOURS[name].effect !== 'paid') return 0;
  const micros =
    provider === 'predictions'
      ? Math.floor(((predictMs ?? predictMsOf(work)) * PREDICT_SECOND_MICROS) / 1000)
      : listPriceMicros(work);
  return micros * (name === 'cost-above' ? ABOVE_ANY_HOLD : 1);
}

/** The machine time that a whole prediction bills; the simulator does not wait for it. */
export function predictMsOf(work: Work): number {
  return work.kind === 'video' ? work.seconds * 4000 : 2000;
}

function listPriceMicros(work: Work): number {
  switch (work.kind) {
    case 'picture':
      return PICTURE_MICROS;
    case 'speech':
      return SPEECH_CHARACTER_MICROS * work.characters;
    case 'transcript':
      return Math.floor(TRANSCRIPT_SECOND_MICROS * work.seconds);
    case 'video':
      return PREDICT_SECOND_MICROS * 4 * work.seconds;
  }
}

/** As the dialects report it: a number of USD, or the NaN of a faulty provider, or nothing. */
export function statedCost(
  { costMicros, behaviour: { name, amount } }: { readonly costMicros: number; readonly behaviour: Behaviour },
  endedMsAgo: number,
): number | undefined {
  if (name === 'cost-nan') return Number.NaN;
  if (name === 'cost-unstated') return undefined;
  if (name === 'late-invoice' && endedMsAgo < (amount ?? 0) * 1000) return undefined;
  return costMicros / 1e6;
}
