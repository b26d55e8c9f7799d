/** For tests: the cost of the month so far. */
import type { Ask } from './running.ts';

export interface Usage {
  readonly settledRequests: number;
  readonly chargedMicros: number;
}

export const usageOf = async (ask: Ask): Promise<Usage> => (await ask<Usage>('/tools/usage')).data;
