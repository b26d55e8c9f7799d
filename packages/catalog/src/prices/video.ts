/** The prices of what the av engine does with video. */
import type { ToolPrices } from './entry.ts';

const source = 'for each started megapixel-second (1,000,000 pixels for a second) of the source';

const larger =
  'for each started megapixel-second (1,000,000 pixels for a second) of the source or the result, whichever is larger';

export const VIDEO_PRICES = {
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
} as const satisfies Readonly<Record<string, ToolPrices>>;
