/** What the simulated providers bill, in micro-USD. They are companies of their own: nothing here knows Tollgate's prices. */
import type { Behaviour } from './behaviour.ts';
import { BEHAVIOURS } from './behaviour.ts';
import type { Work } from './call.ts';

const PICTURE_MICROS = 10_000;
const SPEECH_SECOND_MICROS = 50;
const TRANSCRIPT_MICROS = 100;
const VIDEO_SECOND_MICROS = 20_000;
const ABOVE_ANY_HOLD = 1_000;

export function costMicrosOf(work: Work, { name }: Behaviour): number {
  if (BEHAVIOURS[name].effect !== 'paid') return 0;
  return listPriceMicros(work) * (name === 'cost-above' ? ABOVE_ANY_HOLD : 1);
}

function listPriceMicros(work: Work): number {
  switch (work.kind) {
    case 'picture':
      return PICTURE_MICROS;
    case 'speech':
      return SPEECH_SECOND_MICROS * work.seconds;
    case 'transcript':
      return TRANSCRIPT_MICROS;
    case 'video':
      return VIDEO_SECOND_MICROS * work.seconds;
  }
}

/** As the dialects say it: a JSON number of USD, or what a broken provider says. */
export const statedCost = (costMicros: number, { name }: Behaviour): number | 'NaN' =>
  name === 'cost-nan' ? 'NaN' : costMicros / 1e6;
