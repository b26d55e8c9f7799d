/** The operation `draw-spectrogram`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { side } from '../../operations/parameters.ts';

/** Frequency of the upper edge, in hertz. */
export const FREQUENCIES = { minimum: 1000, maximum: 24_000 } as const;
export const FREQUENCY_SCALES = ['linear', 'logarithmic'] as const;
/** Dynamic range, in decibels. */
export const RANGES = { minimum: 20, maximum: 180 } as const;
export const PALETTES = ['magma', 'viridis', 'plasma', 'cividis', 'intensity', 'fire', 'cool', 'green'] as const;

export const drawSpectrogram = operation({
  engine: 'av',
  parameters: {
    width: side,
    height: side,
    maximumFrequencyHz: Type.Integer(FREQUENCIES),
    frequencyScale: Type.Enum([...FREQUENCY_SCALES]),
    dynamicRangeDb: Type.Integer(RANGES),
    palette: Type.Enum([...PALETTES]),
  },
  inputs: ['source'],
  artifacts: 'one',
});
