/** The units of the audio tools, restated as rules. */
import type { Quantity } from '@farebox/price-rules';
import type { AUDIO_PRICES } from '../../prices/audio.ts';
import { seconds } from './expressions.ts';

const ofSource: Quantity = { ceil: seconds('/source') };

export const AUDIO_RULES: Readonly<Record<keyof typeof AUDIO_PRICES, Quantity>> = {
  'audio-normalize': ofSource,
  'audio-convert': ofSource,
  'audio-trim': ofSource,
  'audio-remove-silence': ofSource,
  'audio-waveform': ofSource,
  'audio-spectrogram': ofSource,
  'audio-analyze': ofSource,
  'audio-concat': {
    ceil: {
      add: [
        { sum: '/sources', each: seconds('/sources/*') },
        { mul: [{ arg: '/gapSeconds' }, { sub: [{ count: '/sources' }, 1] }] },
      ],
    },
  },
  'audio-mix': {
    ceil: {
      max: [
        { sum: '/tracks', each: seconds('/tracks/*/source') },
        { largest: '/tracks', each: { add: [{ arg: '/tracks/*/offsetSeconds' }, seconds('/tracks/*/source')] } },
      ],
    },
  },
};
