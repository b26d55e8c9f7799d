/** Whether a balance allows a hold, and what blocks it. The same rule as in the accept function, for quotes. */
import { type Micros, ZERO_MICROS, addMicros, subMicros } from '@farebox/kernel';
import type { Balance } from '../store/usage.ts';

export type SpendingBlocker = 'monthly_cap_reached' | 'insufficient_balance';

/** In the order in which an accept checks them. */
export function spendingBlockers(balance: Balance, maximumMicros: Micros): readonly SpendingBlocker[] {
  const blockers: SpendingBlocker[] = [];
  const left = capLeft(balance);
  if (left !== null && left < maximumMicros) blockers.push('monthly_cap_reached');
  if (balance.availableMicros < maximumMicros) blockers.push('insufficient_balance');
  return blockers;
}

/** The rest of the strictest monthly cap: cap − settled this month − held, at least 0. Null: no cap. */
export function capLeft({ monthlyCapMicros, chargedMicros, heldMicros, sharedCapLeftMicros }: Balance): Micros | null {
  if (monthlyCapMicros === null) return sharedCapLeftMicros;
  const used = addMicros(chargedMicros, heldMicros);
  const own = used >= monthlyCapMicros ? ZERO_MICROS : subMicros(monthlyCapMicros, used);
  return sharedCapLeftMicros !== null && sharedCapLeftMicros < own ? sharedCapLeftMicros : own;
}
