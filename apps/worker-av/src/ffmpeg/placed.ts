/** The audio of a source at the times at which a player plays it. Times are seconds from the start of the file. */
import type { SoundType } from '@farebox/kernel';
import { FROM_ZERO } from './edits.ts';
import { type Chain, type Filter, filter, soundOf } from './filters.ts';
import type { Source } from './input.ts';

/** Formats in which each packet has a time. In the others the samples follow one another from the start. */
const TIMED: ReadonlySet<SoundType> = new Set(['video/mp4', 'audio/mp4']);

/**
 * The smallest hole that becomes silence: people notice sound that is off by more. Recorders write times that are off
 * by less, and a patch there would be a click.
 */
const HOLE_SECONDS_MIN = 0.04;

/** Puts silence where nothing plays, so that a late start and a hole keep their lengths. */
export const IN_PLACE = filter('aresample', { async: 1, first_pts: 0, min_hard_comp: HOLE_SECONDS_MIN });

const placed = ({ mimeType }: Pick<Source, 'mimeType'>): Filter => (TIMED.has(mimeType) ? IN_PLACE : FROM_ZERO);

/** The first audio track of an input, in its place, passed through these filters. */
export const soundIn = (
  source: Pick<Source, 'mimeType'>,
  { input = 0, filters = [], to }: { input?: number; filters?: readonly Filter[]; to: string },
): Chain => ({ from: [soundOf(input)], filters: [placed(source), ...filters], to: [to] });
