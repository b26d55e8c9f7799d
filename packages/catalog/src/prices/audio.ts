/** Prices of the audio tools of the av engine. */
import type { ToolPrices } from './entry.ts';

const startedSecond = 'for each started second of the source';

const of = <const Minimum extends string, const Micros extends string>(
  minimumChargeMicros: Minimum,
  unitPriceMicros: Micros,
  description: string,
) => ({ minimumChargeMicros, unitPriceMicros, description });

/** Prices of audio that is written in one of the formats. @param each the counted unit, in words. */
export const formatPrices = (each: string) =>
  ({
    unit: 'second',
    ...of('500', '5', `From $0.000005 ${each}, by model; at least $0.0005.`),
    models: {
      mp3: of('500', '10', `$0.00001 ${each}; at least $0.0005.`),
      wav: of('500', '5', `$0.000005 ${each}; at least $0.0005.`),
      aac: of('500', '10', `$0.00001 ${each}; at least $0.0005.`),
      opus: of('500', '10', `$0.00001 ${each}; at least $0.0005.`),
      flac: of('500', '5', `$0.000005 ${each}; at least $0.0005.`),
    },
  }) as const satisfies ToolPrices;

export const AUDIO_PRICES = {
  'audio-normalize': {
    unit: 'second',
    minimumChargeMicros: '1000',
    unitPriceMicros: '30',
    description: `$0.00003 ${startedSecond}; at least $0.001.`,
    models: {},
  },
  'audio-convert': formatPrices(startedSecond),
  'audio-trim': {
    unit: 'second',
    minimumChargeMicros: '500',
    unitPriceMicros: '10',
    description: `$0.00001 ${startedSecond}; at least $0.0005.`,
    models: {},
  },
  'audio-remove-silence': {
    unit: 'second',
    minimumChargeMicros: '500',
    unitPriceMicros: '15',
    description: `$0.000015 ${startedSecond}; at least $0.0005.`,
    models: {},
  },
  'audio-waveform': {
    unit: 'second',
    minimumChargeMicros: '500',
    unitPriceMicros: '5',
    description: `$0.000005 ${startedSecond}; at least $0.0005.`,
    models: {},
  },
  'audio-spectrogram': {
    unit: 'second',
    minimumChargeMicros: '500',
    unitPriceMicros: '5',
    description: `$0.000005 ${startedSecond}; at least $0.0005.`,
    models: {},
  },
  'audio-analyze': {
    unit: 'second',
    minimumChargeMicros: '500',
    unitPriceMicros: '5',
    description: `$0.000005 ${startedSecond}; at least $0.0005.`,
    models: {},
  },
  'audio-concat': {
    unit: 'second',
    minimumChargeMicros: '500',
    unitPriceMicros: '10',
    description: '$0.00001 for each started second of all sources and gaps together; at least $0.0005.',
    models: {},
  },
  'audio-mix': {
    unit: 'second',
    minimumChargeMicros: '500',
    unitPriceMicros: '10',
    description:
      '$0.00001 for each started second of all tracks together or of the result, whichever is longer; at least $0.0005.',
    models: {},
  },
} as const satisfies Readonly<Record<string, ToolPrices>>;
