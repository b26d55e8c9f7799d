/** The prices of what the av engine does with sound. */
import type { ToolPrices } from './entry.ts';

const startedSecond = 'for each started second of the source';

export const AUDIO_PRICES = {
  'audio-normalize': {
    unit: 'second',
    minimumChargeMicros: '1000',
    unitPriceMicros: '30',
    description: `$0.00003 ${startedSecond}; at least $0.001.`,
    models: {},
  },
  'audio-convert': {
    unit: 'second',
    minimumChargeMicros: '500',
    unitPriceMicros: '5',
    description: `From $0.000005 ${startedSecond}, by model; at least $0.0005.`,
    models: {
      mp3: {
        minimumChargeMicros: '500',
        unitPriceMicros: '10',
        description: `$0.00001 ${startedSecond}; at least $0.0005.`,
      },
      wav: {
        minimumChargeMicros: '500',
        unitPriceMicros: '5',
        description: `$0.000005 ${startedSecond}; at least $0.0005.`,
      },
      aac: {
        minimumChargeMicros: '500',
        unitPriceMicros: '10',
        description: `$0.00001 ${startedSecond}; at least $0.0005.`,
      },
      opus: {
        minimumChargeMicros: '500',
        unitPriceMicros: '10',
        description: `$0.00001 ${startedSecond}; at least $0.0005.`,
      },
      flac: {
        minimumChargeMicros: '500',
        unitPriceMicros: '5',
        description: `$0.000005 ${startedSecond}; at least $0.0005.`,
      },
    },
  },
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
