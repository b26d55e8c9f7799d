/** The balance of a project with every hold. */
import { PAGE_DEFAULT } from '@farebox/contract';
import { type Micros, microsToJson } from '@farebox/kernel';
import { capLeft } from '@farebox/ledger';
import type { OperatorDependencies } from '../dependencies.ts';
import type { Read } from '../endpoint.ts';

export const getBalance =
  ({ balances }: Pick<OperatorDependencies, 'balances'>): Read<'getBalance'> =>
  async ({ params: { projectId }, query: { before, limit = PAGE_DEFAULT } }) => {
    const balance = await balances.readUsage(projectId);
    // One more row than the page shows if there are older ones.
    const found = await balances.readHolds({ projectId, before, limit: limit + 1 });
    const holds = found.slice(0, limit);
    return {
      fundedMicros: microsToJson(balance.fundedMicros),
      availableMicros: microsToJson(balance.availableMicros),
      heldMicros: microsToJson(balance.heldMicros),
      spentMicros: microsToJson(balance.spentMicros),
      chargedMicros: microsToJson(balance.chargedMicros),
      lowBalanceMicros: nullable(balance.lowBalanceMicros),
      isLow: balance.lowBalanceMicros !== null && balance.availableMicros < balance.lowBalanceMicros,
      caps: { projectMicros: nullable(balance.monthlyCapMicros), leftMicros: nullable(capLeft(balance)) },
      holds: holds.map(({ heldMicros, since, ...hold }) => ({
        ...hold,
        heldMicros: Number(heldMicros),
        since: since.toISOString(),
      })),
      nextBefore: found.length > limit ? (holds.at(-1)?.executionId ?? null) : null,
    };
  };

const nullable = (amount: Micros | null) => (amount === null ? null : microsToJson(amount));
