/**
 * Limits audio for encoders that work with floats. Files of floats may hold NaN or values a million times above full
 * scale. The AAC encoder fails on some of these and takes minutes for a second of others; the MP3 encoder ends the
 * program.
 */
import { type Chain, filter, graphText, soundOf } from './filters.ts';

/** A pad; the first audio track of the first input; or that track if there is one. */
export type SoundTrack = { readonly pad: string } | 'source' | 'source, if any';

export interface Given {
  readonly words: readonly string[];
  /** Part of the graph of the job. */
  readonly graph: readonly Chain[];
}

/** Integer samples cannot exceed full scale. Samples within full scale do not change. */
const WHOLE = filter('aformat', { sample_fmts: 's32' });
const GIVEN = 'given';

export function withinFullScale(track: SoundTrack): Given {
  if (typeof track === 'object')
    return { words: ['-map', `[${GIVEN}]`], graph: [{ from: [track.pad], filters: [WHOLE], to: [GIVEN] }] };
  const filters = graphText([{ from: [], filters: [WHOLE], to: [] }]);
  return { words: ['-map', track === 'source' ? soundOf(0) : `${soundOf(0)}?`, '-filter:a', filters], graph: [] };
}
