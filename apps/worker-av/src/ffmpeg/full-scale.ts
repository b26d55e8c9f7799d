/**
 * Limits audio for encoders that work with floats. Files of floats may hold NaN or values a million times above full
 * scale. The AAC encoder fails on some of these and takes minutes for a second of others; the MP3 encoder ends the
 * program.
 */
import { type Chain, filter } from './filters.ts';

export interface Given {
  readonly words: readonly string[];
  /** Part of the graph of the job. */
  readonly graph: readonly Chain[];
}

/** Integer samples cannot exceed full scale. Samples within full scale do not change. */
const WHOLE = filter('aformat', { sample_fmts: 's32' });
const GIVEN = 'given';

export const withinFullScale = (pad: string): Given => ({
  words: ['-map', `[${GIVEN}]`],
  graph: [{ from: [pad], filters: [WHOLE], to: [GIVEN] }],
});
