/**
 * Every price, minimum charge, unit and price text of the catalog, from the files beside this one. Amounts are integer
 * micro-USD as text. A fresh database starts with this table, and it prices everything that a published table does not
 * name. To change a price in a running system, publish another table. To change anything here, set `date` to today and
 * run `npm run generate`, which appends the version to history.ts.
 */
import { AUDIO_PRICES } from './audio.ts';
import { DEVELOPMENT_PRICES } from './development.ts';
import type { PriceTable } from './entry.ts';
import { EXTERNAL_PRICES } from './external.ts';
import { IMAGE_PRICES } from './image.ts';
import { VIDEO_PRICES } from './video.ts';

export const PRICE_TABLE = {
  date: '2026-11-22',
  tools: { ...IMAGE_PRICES, ...AUDIO_PRICES, ...VIDEO_PRICES, ...EXTERNAL_PRICES, ...DEVELOPMENT_PRICES },
} as const satisfies PriceTable;
