/** Prices of the tools that run on external services. */
import type { ToolPrices } from './entry.ts';

const startedHundred = 'for each started hundred characters of the text';
const startedSecond = 'for each started second of the recording';
const cutout = { minimumChargeMicros: '20000', unitPriceMicros: '20000', description: '$0.02 for each image.' };
const upscaled = { minimumChargeMicros: '30000', unitPriceMicros: '30000', description: '$0.03 for each image.' };

export const EXTERNAL_PRICES = {
  'image-generate': {
    unit: 'image',
    minimumChargeMicros: '50000',
    unitPriceMicros: '50000',
    description: 'From $0.05 for each image, by model.',
    models: {
      standard: { minimumChargeMicros: '50000', unitPriceMicros: '50000', description: '$0.05 for each image.' },
      high: { minimumChargeMicros: '200000', unitPriceMicros: '200000', description: '$0.20 for each image.' },
    },
  },
  'image-stylize': {
    unit: 'image',
    minimumChargeMicros: '60000',
    unitPriceMicros: '60000',
    description: '$0.06 for each image.',
    models: {
      standard: { minimumChargeMicros: '60000', unitPriceMicros: '60000', description: '$0.06 for each image.' },
    },
  },
  'image-remove-background': { unit: 'image', ...cutout, models: { standard: cutout } },
  'image-upscale': { unit: 'image', ...upscaled, models: { standard: upscaled } },
  'speech-generate': {
    unit: '100 characters',
    minimumChargeMicros: '2000',
    unitPriceMicros: '2000',
    description: `$0.002 ${startedHundred}.`,
    models: {
      standard: {
        minimumChargeMicros: '2000',
        unitPriceMicros: '2000',
        description: `$0.002 ${startedHundred}.`,
      },
    },
  },
  'audio-transcribe': {
    unit: 'second',
    minimumChargeMicros: '1000',
    unitPriceMicros: '150',
    description: `$0.00015 ${startedSecond}; at least $0.001.`,
    models: {
      standard: {
        minimumChargeMicros: '1000',
        unitPriceMicros: '150',
        description: `$0.00015 ${startedSecond}; at least $0.001.`,
      },
    },
  },
  'video-generate': {
    unit: 'second',
    minimumChargeMicros: '100000',
    unitPriceMicros: '100000',
    description: '$0.10 for each second of video.',
    models: {
      standard: {
        minimumChargeMicros: '100000',
        unitPriceMicros: '100000',
        description: '$0.10 for each second of video.',
      },
    },
  },
} as const satisfies Readonly<Record<string, ToolPrices>>;
