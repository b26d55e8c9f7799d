/** The operation `draw-waveform`: its parameters, input files and artifacts, for plans and the worker. */
import { Type } from 'typebox';
import { operation } from '../../operations/declaration.ts';
import { colour, side } from '../../operations/parameters.ts';

export const WAVES = ['mixed', 'split'] as const;
export const AMPLITUDE_SCALES = ['linear', 'square-root', 'logarithmic'] as const;

export const drawWaveform = operation({
  engine: 'av',
  parameters: {
    width: side,
    height: side,
    channels: Type.Enum([...WAVES]),
    scale: Type.Enum([...AMPLITUDE_SCALES]),
    color: colour,
    background: Type.Optional(colour),
  },
  inputs: ['source'],
  artifacts: 'one',
});
