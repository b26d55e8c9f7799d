/** The provider's cost log by execution and step, which the token of each call names. */
import type { Cost } from './evidence.ts';

export const costsByExecution = (costs: readonly Cost[]): ReadonlyMap<string, readonly Cost[]> =>
  Map.groupBy(costs, ({ token }) => token?.split('.')[0] ?? '');
