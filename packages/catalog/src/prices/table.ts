/**
 * Every price, minimum charge, unit and price text of the catalog, and nothing else. Amounts are integer micro-USD as
 * text. To change anything here: set `date` to today, run the tests, and add the line they print to history.ts.
 */
import type { PriceTable } from './entry.ts';

const sourceMegapixel = 'for each started megapixel (1,000,000 pixels) of the source image';
const startedHundred = 'for each started hundred characters of the text';
const startedSound = 'for each started second of the source';
const startedSecond = 'for each started second of the recording';
const cutout = { minimumChargeMicros: '20000', unitPriceMicros: '20000', description: '$0.02 for each image.' };
const upscaled = { minimumChargeMicros: '30000', unitPriceMicros: '30000', description: '$0.03 for each image.' };

export const PRICE_TABLE = {
  date: '2026-11-22',
  tools: {
    'image-resize': {
      unit: 'megapixel',
      minimumChargeMicros: '500',
      unitPriceMicros: '100',
      description:
        '$0.0001 for each started megapixel (1,000,000 pixels) of the source or the resized image, whichever is larger; at least $0.0005.',
      models: {},
    },
    'image-convert': {
      unit: 'megapixel',
      minimumChargeMicros: '500',
      unitPriceMicros: '80',
      description: `From $0.00008 ${sourceMegapixel}, by model; at least $0.0005.`,
      models: {
        jpeg: {
          minimumChargeMicros: '500',
          unitPriceMicros: '80',
          description: `$0.00008 ${sourceMegapixel}; at least $0.0005.`,
        },
        png: {
          minimumChargeMicros: '500',
          unitPriceMicros: '120',
          description: `$0.00012 ${sourceMegapixel}; at least $0.0005.`,
        },
        webp: {
          minimumChargeMicros: '500',
          unitPriceMicros: '160',
          description: `$0.00016 ${sourceMegapixel}; at least $0.0005.`,
        },
        avif: {
          minimumChargeMicros: '1000',
          unitPriceMicros: '400',
          description: `$0.0004 ${sourceMegapixel}; at least $0.001.`,
        },
      },
    },
    'image-crop': {
      unit: 'megapixel',
      minimumChargeMicros: '500',
      unitPriceMicros: '60',
      description: `$0.00006 ${sourceMegapixel}; at least $0.0005.`,
      models: {},
    },
    'image-thumbnails': {
      unit: 'megapixel',
      minimumChargeMicros: '800',
      unitPriceMicros: '120',
      description:
        '$0.00012 for each started megapixel (1,000,000 pixels) of the source or of all thumbnails together, whichever is larger; at least $0.0008.',
      models: {},
    },
    'image-adjust': {
      unit: 'megapixel',
      minimumChargeMicros: '600',
      unitPriceMicros: '200',
      description:
        '$0.0002 for each started megapixel (1,000,000 pixels) of the source or the result, whichever is larger; at least $0.0006.',
      models: {},
    },
    'image-compare': {
      unit: 'megapixel',
      minimumChargeMicros: '500',
      unitPriceMicros: '150',
      description:
        '$0.00015 for each started megapixel (1,000,000 pixels) of the larger of the two images; at least $0.0005.',
      models: {},
    },
    'image-analyze': {
      unit: 'megapixel',
      minimumChargeMicros: '400',
      unitPriceMicros: '60',
      description: `$0.00006 ${sourceMegapixel}; at least $0.0004.`,
      models: {},
    },
    'image-optimize': {
      unit: 'megapixel',
      minimumChargeMicros: '1000',
      unitPriceMicros: '800',
      description: `From $0.0008 ${sourceMegapixel}, by model, the whole search included; at least $0.001.`,
      models: {
        jpeg: {
          minimumChargeMicros: '1000',
          unitPriceMicros: '800',
          description: `$0.0008 ${sourceMegapixel}; at least $0.001.`,
        },
        png: {
          minimumChargeMicros: '2000',
          unitPriceMicros: '1600',
          description: `$0.0016 ${sourceMegapixel}; at least $0.002.`,
        },
        webp: {
          minimumChargeMicros: '1000',
          unitPriceMicros: '800',
          description: `$0.0008 ${sourceMegapixel}; at least $0.001.`,
        },
        avif: {
          minimumChargeMicros: '2000',
          unitPriceMicros: '1600',
          description: `$0.0016 ${sourceMegapixel}; at least $0.002.`,
        },
      },
    },
    'image-watermark': {
      unit: 'megapixel',
      minimumChargeMicros: '500',
      unitPriceMicros: '150',
      description:
        '$0.00015 for each started megapixel (1,000,000 pixels) of the source image or the mark image, whichever is larger; at least $0.0005.',
      models: {},
    },
    'image-collage': {
      unit: 'megapixel',
      minimumChargeMicros: '600',
      unitPriceMicros: '120',
      description:
        '$0.00012 for each started megapixel (1,000,000 pixels) of all source images together or of the collage, whichever is larger; at least $0.0006.',
      models: {},
    },
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
    'audio-convert': {
      unit: 'second',
      minimumChargeMicros: '500',
      unitPriceMicros: '5',
      description: `From $0.000005 ${startedSound}, by model; at least $0.0005.`,
      models: {
        mp3: {
          minimumChargeMicros: '500',
          unitPriceMicros: '10',
          description: `$0.00001 ${startedSound}; at least $0.0005.`,
        },
        wav: {
          minimumChargeMicros: '500',
          unitPriceMicros: '5',
          description: `$0.000005 ${startedSound}; at least $0.0005.`,
        },
        aac: {
          minimumChargeMicros: '500',
          unitPriceMicros: '10',
          description: `$0.00001 ${startedSound}; at least $0.0005.`,
        },
        opus: {
          minimumChargeMicros: '500',
          unitPriceMicros: '10',
          description: `$0.00001 ${startedSound}; at least $0.0005.`,
        },
        flac: {
          minimumChargeMicros: '500',
          unitPriceMicros: '5',
          description: `$0.000005 ${startedSound}; at least $0.0005.`,
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
    rehearsal: {
      unit: 'run',
      minimumChargeMicros: '100',
      unitPriceMicros: '100',
      description: '$0.0001 for each run.',
      models: {},
    },
  },
} as const satisfies PriceTable;
