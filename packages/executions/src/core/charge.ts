/**
 * What an execution costs once it has ended. Pure; never above the hold, and the billing lines always sum to the charge.
 * Prices are those of the plan, as accepted: a later change of the table touches nothing that was quoted.
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

/** A finished step: its index in the plan, and the quantity it measured in the unit of its price. */
export interface MeasuredStep {
  readonly index: number;
  readonly units: bigint;
}

export interface BillingItem {
  /** Null: a line of the whole, which no step alone has caused. */
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

/** Nothing was delivered and nothing external arose. */
export const NO_CHARGE: Charge = { chargedMicros: ZERO_MICROS, billing: [] };

/** The charge of a success: what was measured, at least the minimum, at most the hold. */
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

/** How the cost of a provider's call is known. */
export interface CostBasis {
  readonly provider: string;
  /** As the provider names it. */
  readonly model: string;
  /** Null where the provider said nothing that is an amount. */
  readonly statedMicros: Micros | null;
  /** By the tariff of its model; null where that prices nothing of the call. */
  readonly derivedMicros: Micros | null;
  /** When to ask for an invoice that did not come with the response; null: it came, or cannot be asked for. */
  readonly invoiceAfterSeconds: number | null;
}

/**
 * What is booked of a call: as stated, else by its tariff, and never more than the step's part of the hold. Null when neither says
 * anything.
 */
export function bookedCost(
  { statedMicros, derivedMicros }: Pick<CostBasis, 'statedMicros' | 'derivedMicros'>,
  exposureMicros: Micros,
): Micros | null {
  const arisen = statedMicros ?? derivedMicros;
  return arisen === null ? null : minMicros(arisen, exposureMicros);
}

/** External cost that a step caused. */
export interface StepCost {
  readonly index: number;
  readonly costMicros: Micros;
  /** Undefined for what an earlier claim recorded. */
  readonly basis?: CostBasis | undefined;
}

export interface DeliveredStep extends MeasuredStep {
  /** What was booked; null when nothing is known, or there is none. */
  readonly costMicros: Micros | null;
  readonly basis?: CostBasis | undefined;
}

/**
 * External cost of finished steps. Where a provider delivered and neither its word nor a tariff says at what cost, the price of what it
 * delivered stands for it, at most that step's part of the hold: the artifacts stay readable, so they are not free. A step done on our
 * own machines has none.
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

/** The charge of a failure or a cancellation: the external cost that really arose, at most the hold, and nothing else. */
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

/** The quote is a ceiling: what was measured beyond it is the platform's loss, taken off the last lines. */
function withinHold(lines: readonly BillingItem[], maximumMicros: Micros): readonly BillingItem[] {
  let used = ZERO_MICROS;
  return lines.map((line) => {
    const amountMicros = minMicros(line.amountMicros, subMicros(maximumMicros, used));
    used = addMicros(used, amountMicros);
    return { ...line, amountMicros };
  });
}

/** Of several steps none is lifted: their minimums are summed, and so are their measures. */
function minimumLine(plan: readonly StepPlan[], amountMicros: Micros): BillingItem {
  const step = plan.length === 1 ? 0 : null;
  return { ...MINIMUM_LINE, step, quantity: 1n, amountMicros };
}
