/** Joins several audio tracks: each is converted to the common rate and channels first. */
import { type Chain, type Filter, filter } from './filters.ts';
import type { Source } from './input.ts';
import { soundIn } from './placed.ts';

export interface Meeting {
  readonly sampleRateHz: number;
  readonly channels: 1 | 2;
}

const LAYOUTS = { 1: 'mono', 2: 'stereo' } as const;

export const brought = ({ sampleRateHz, channels }: Meeting): Filter =>
  filter('aformat', { sample_fmts: 'fltp', sample_rates: sampleRateHz, channel_layouts: LAYOUTS[channels] });

interface Track {
  readonly source: Pick<Source, 'mimeType'>;
  readonly input: number;
  readonly filters: readonly Filter[];
  readonly to: string;
}

/** The audio of an input in its place, passed through these filters. */
export const track = (meeting: Meeting, { source, input, filters, to }: Track): Chain =>
  soundIn(source, { input, filters: [brought(meeting), ...filters], to });

/** Silence, of which no sample is kept in memory, however long it lasts. */
export const silence = (seconds: number, meeting: Meeting, to: string): Chain => ({
  from: [],
  filters: [
    filter('anullsrc', { channel_layout: LAYOUTS[meeting.channels], sample_rate: meeting.sampleRateHz }),
    filter('atrim', { start: 0, end: seconds }),
    brought(meeting),
  ],
  to: [to],
});

/** Plays the pads one after the other. */
export const joined = (pads: readonly string[], to: string): Chain => ({
  from: pads,
  filters: [filter('concat', { n: pads.length, v: 0, a: 1 })],
  to: [to],
});
