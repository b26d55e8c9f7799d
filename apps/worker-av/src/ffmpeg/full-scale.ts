/**
 * What an encoder that counts in floats is given. Files of floats hold what is no number, or a million times louder than full scale: the one
 * for AAC gives up on some of that and takes minutes over a second of the rest, the one for MP3 ends the program.
 */
import { type Chain, filter, graphText, soundOf } from './filters.ts';

/** A pad; or the first track of the first input, or the same where there is one. */
export type SoundTrack = { readonly pad: string } | 'source' | 'source, if any';

export interface Given {
  readonly words: readonly string[];
  /** Stands in the graph of the job. */
  readonly graph: readonly Chain[];
}

/** In whole numbers there is nothing beyond full scale; what is within it comes out as it went in. */
const WHOLE = filter('aformat', { sample_fmts: 's32' });
const GIVEN = 'given';

export function withinFullScale(track: SoundTrack): Given {
  if (typeof track === 'object')
    return { words: ['-map', `[${GIVEN}]`], graph: [{ from: [track.pad], filters: [WHOLE], to: [GIVEN] }] };
  const filters = graphText([{ from: [], filters: [WHOLE], to: [] }]);
  return { words: ['-map', track === 'source' ? soundOf(0) : `${soundOf(0)}?`, '-filter:a', filters], graph: [] };
}
