/** Prices of the video tools of the av engine. */
import { formatPrices } from './audio.ts';
import type { ToolPrices } from './entry.ts';

const source = 'for each started megapixel-second (1,000,000 pixels for a second) of the source';

const larger =
  'for each started megapixel-second (1,000,000 pixels for a second) of the source or the result, whichever is larger';
const megapixelSecond = 'for each started megapixel-second (1,000,000 pixels shown for a second) of the video';
const orPictures = `${megapixelSecond}, or megapixel of all pictures together, whichever is more`;

const startedSecond = 'for each started second of the video';

export const VIDEO_PRICES = {
  'video-clip': {
    unit: 'megapixel-second',
    minimumChargeMicros: '1000',
    unitPriceMicros: '20',
    description: `$0.00002 ${source}; at least $0.001.`,
    models: {},
  },
  'video-concat': {
    unit: 'megapixel-second',
    minimumChargeMicros: '1000',
    unitPriceMicros: '30',
    description:
      '$0.00003 for each started megapixel-second (1,000,000 pixels for a second) of each source or of the result in its place, whichever is larger; at least $0.001.',
    models: {},
  },
  'video-replace-audio': {
    unit: 'megapixel-second',
    minimumChargeMicros: '1000',
    unitPriceMicros: '5',
    description: `$0.000005 ${megapixelSecond}; at least $0.001.`,
    models: {},
  },
  'video-resize': {
    unit: 'megapixel-second',
    minimumChargeMicros: '1000',
    unitPriceMicros: '30',
    description: `$0.00003 ${larger}; at least $0.001.`,
    models: {},
  },
  'video-transcode': {
    unit: 'megapixel-second',
    minimumChargeMicros: '1000',
    unitPriceMicros: '30',
    description: `From $0.00003 ${source}, by model; at least $0.001.`,
    models: {
      'h264-fast': {
        minimumChargeMicros: '1000',
        unitPriceMicros: '30',
        description: `$0.00003 ${source}; at least $0.001.`,
      },
      'h264-quality': {
        minimumChargeMicros: '1000',
        unitPriceMicros: '60',
        description: `$0.00006 ${source}; at least $0.001.`,
      },
      vp9: {
        minimumChargeMicros: '1000',
        unitPriceMicros: '60',
        description: `$0.00006 ${source}; at least $0.001.`,
      },
      av1: {
        minimumChargeMicros: '1000',
        unitPriceMicros: '80',
        description: `$0.00008 ${source}; at least $0.001.`,
      },
    },
  },
  'video-thumbnails': {
    unit: 'megapixel-second',
    minimumChargeMicros: '800',
    unitPriceMicros: '20',
    description: `$0.00002 ${orPictures}; at least $0.0008.`,
    models: {},
  },
  'video-contact-sheet': {
    unit: 'megapixel-second',
    minimumChargeMicros: '1000',
    unitPriceMicros: '20',
    description: `$0.00002 ${orPictures}; at least $0.001.`,
    models: {},
  },
  'video-preview': {
    unit: 'megapixel-second',
    minimumChargeMicros: '1000',
    unitPriceMicros: '20',
    description: `From $0.00002 ${megapixelSecond}, by model; at least $0.001.`,
    models: {
      webp: {
        minimumChargeMicros: '1000',
        unitPriceMicros: '25',
        description: `$0.000025 ${megapixelSecond}; at least $0.001.`,
      },
      gif: {
        minimumChargeMicros: '1000',
        unitPriceMicros: '20',
        description: `$0.00002 ${megapixelSecond}; at least $0.001.`,
      },
    },
  },
  'video-analyze': {
    unit: 'megapixel-second',
    minimumChargeMicros: '800',
    unitPriceMicros: '25',
    description: `$0.000025 ${megapixelSecond}; at least $0.0008.`,
    models: {},
  },
  'video-extract-audio': formatPrices(startedSecond),
} as const satisfies Readonly<Record<string, ToolPrices>>;
