/** Prices of the tools of the image engine. */
import type { ToolPrices } from './entry.ts';

const sourceMegapixel = 'for each started megapixel (1,000,000 pixels) of the source image';

export const IMAGE_PRICES = {
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
} as const satisfies Readonly<Record<string, ToolPrices>>;
