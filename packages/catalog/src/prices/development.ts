/** Prices of the tools that only developers are offered. */
import type { ToolPrices } from './entry.ts';

export const DEVELOPMENT_PRICES = {
  rehearsal: {
    unit: 'run',
    minimumChargeMicros: '100',
    unitPriceMicros: '100',
    description: '$0.0001 for each run.',
    models: {},
  },
} as const satisfies Readonly<Record<string, ToolPrices>>;
