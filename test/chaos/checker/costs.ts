/** The provider's own cost log, by what it was asked for: its token names the execution and the step. */
import type { Cost } from './evidence.ts';

export const costsByExecution = (costs: readonly Cost[]): ReadonlyMap<string, readonly Cost[]> =>
  Map.groupBy(costs, ({ token }) => token?.split('.')[0] ?? '');
