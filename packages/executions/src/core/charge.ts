/**
 * Computes the charge of an ended execution. Pure; the charge never exceeds the hold, and the billing lines always sum to
 * it. Prices are those of the accepted plan: a later change of the price table does not affect it.
 */
import { MINIMUM_LINE, type StepPlan } from '@farebox/catalog';
import {
  type Micros,
  ZERO_MICROS,
  addMicros,
  invariant,
  maxMicros,
  micros,
  minMicros,
  subMicros,
  sumMicros,
  timesMicros,
} from '@farebox/kernel';

/** A finished step: its index in the plan, and the measured quantity in the unit of its price. */
export interface MeasuredStep {
  readonly index: number;
  readonly units: bigint;
}

export interface BillingItem {
  /** Null for a line of the whole execution, which no single step caused. */
  readonly step: number | null;
  readonly description: string;
  readonly unit: string;
  readonly quantity: bigint;
  readonly amountMicros: Micros;
}

export interface Charge {
  readonly chargedMicros: Micros;
  readonly billing: readonly BillingItem[];
}

export interface Bounds {
  readonly minimumMicros: Micros;
  readonly maximumMicros: Micros;
}

/** For an execution without output and without external cost. */
export const NO_CHARGE: Charge = { chargedMicros: ZERO_MICROS, billing: [] };

/** The charge of a success: the measured quantities at their prices, at least the minimum, at most the hold. */
export function chargeOf(plan: readonly StepPlan[], measured: readonly MeasuredStep[], bounds: Bounds): Charge {
  invariant(bounds.minimumMicros <= bounds.maximumMicros, 'the minimum is within the hold');
  const lines = withinHold(
    measured.map((step) => lineOf(plan, step)),
    bounds.maximumMicros,
  );
  const sum = sumMicros(lines.map((line) => line.amountMicros));
  const chargedMicros = maxMicros(sum, bounds.minimumMicros);
  const billing = chargedMicros === sum ? lines : [...lines, minimumLine(plan, subMicros(chargedMicros, sum))];
  return { chargedMicros, billing };
}

/** Sources of the cost of a provider call. */
export interface CostBasis {
  readonly provider: string;
  /** The provider's name of the model. */
  readonly model: string;
  /** Null if the provider stated no amount. */
  readonly statedMicros: Micros | null;
  /** By the tariff of its model; null if the tariff prices nothing of the call. */
  readonly derivedMicros: Micros | null;
  /** Delay until a missing invoice is queried; null if it came with the response or cannot be queried. */
  readonly invoiceAfterSeconds: number | null;
}

/**
 * The booked cost of a provider call: the stated amount, otherwise the one by the tariff, never more than the step's share
 * of the hold. Null if there is neither.
 */
export function bookedCost(
  { statedMicros, derivedMicros }: Pick<CostBasis, 'statedMicros' | 'derivedMicros'>,
  exposureMicros: Micros,
): Micros | null {
  const arisen = statedMicros ?? derivedMicros;
  return arisen === null ? null : minMicros(arisen, exposureMicros);
}

/** External cost of a step. */
export interface StepCost {
  readonly index: number;
  readonly costMicros: Micros;
  /** Undefined for a step that an earlier claim recorded. */
  readonly basis?: CostBasis | undefined;
}

export interface DeliveredStep extends MeasuredStep {
  /** The booked amount; null if it is unknown or there is none. */
  readonly costMicros: Micros | null;
  readonly basis?: CostBasis | undefined;
}

/**
 * External cost of finished steps. If a provider delivered and neither its statement nor a tariff gives a cost, the price of
 * the delivered units is used, at most the step's share of the hold: the artifacts stay readable, so they are not free. A
 * step on our own machines has no external cost.
 */
export const costsOfDelivered = (plan: readonly StepPlan[], steps: readonly DeliveredStep[]): StepCost[] =>
  steps.flatMap(({ costMicros, basis, ...step }) => {
    if (costMicros !== null) return [{ index: step.index, costMicros, ...(basis === undefined ? {} : { basis }) }];
    const planned = plan[step.index];
    if (planned?.engine !== 'provider') return [];
    const agreed = { ...step, units: BigInt(planned.price.unitsMax) };
    return [
      { index: step.index, costMicros: minMicros(lineOf(plan, step).amountMicros, lineOf(plan, agreed).amountMicros) },
    ];
  });

/** The charge of a failure or a cancellation: the actual external cost, at most the hold, and nothing else. */
export function chargeOfCosts(costs: readonly StepCost[], { maximumMicros }: Pick<Bounds, 'maximumMicros'>): Charge {
  const lines = costs
    .filter(({ costMicros }) => costMicros > ZERO_MICROS)
    .map(({ index: step, costMicros: amountMicros }) => ({ ...EXTERNAL_COST, step, amountMicros }));
  const billing = withinHold(lines, maximumMicros).filter(({ amountMicros }) => amountMicros > ZERO_MICROS);
  return { chargedMicros: sumMicros(billing.map(({ amountMicros }) => amountMicros)), billing };
}

const EXTERNAL_COST = { description: 'External cost that arose', unit: 'call', quantity: 1n } as const;

function lineOf(plan: readonly StepPlan[], { index, units }: MeasuredStep): BillingItem {
  const step = plan[index];
  invariant(step !== undefined, 'a measured step is in the plan');
  const { description, unit, unitPriceMicros } = step.price;
  return { step: index, description, unit, quantity: units, amountMicros: timesMicros(micros(unitPriceMicros), units) };
}

/** The quote is a ceiling: the platform bears any excess, which is deducted from the last lines. */
function withinHold(lines: readonly BillingItem[], maximumMicros: Micros): readonly BillingItem[] {
  let used = ZERO_MICROS;
  return lines.map((line) => {
    const amountMicros = minMicros(line.amountMicros, subMicros(maximumMicros, used));
    used = addMicros(used, amountMicros);
    return { ...line, amountMicros };
  });
}

/** With several steps no single step is raised: the sum of their amounts is raised to the sum of their minimums. */
function minimumLine(plan: readonly StepPlan[], amountMicros: Micros): BillingItem {
  const step = plan.length === 1 ? 0 : null;
  return { ...MINIMUM_LINE, step, quantity: 1n, amountMicros };
}
