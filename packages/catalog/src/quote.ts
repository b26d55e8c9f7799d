/**
 * The maximum cost of an input: a pure function of its calls, the facts of its files and the prices. The quote is a
 * binding ceiling, so an operation must never measure more units than `unitsMax` of its step.
 */
import type { FieldProblems, Unit } from '@farebox/contract';
import { type Micros, ZERO_MICROS, invariant, maxMicros, subMicros, sumMicros, timesMicros } from '@farebox/kernel';
import type { PricedUse, Service } from './priced-use.ts';
import type { FileFacts } from './files/file.ts';
import type { JsonObject } from './json.ts';
import { type PlannedUse, planUses } from './plan.ts';
import { distinctVersions, type OwnVersion, ownVersionOf } from './own/version.ts';
import type { Price } from './prices/price.ts';
import type { Availability } from './providers/availability.ts';
import type { ProviderName } from './providers/provider.ts';
import { OPERATIONS } from './operations/table.ts';
import { canMake } from './operations/types.ts';
import type { PlannedStep, StepPlan } from './tool.ts';

export interface QuoteLine {
  readonly description: string;
  readonly unit: Unit;
  readonly quantity: number;
  readonly unitPriceMicros: Micros;
  readonly amountMicros: Micros;
}

export interface Quote {
  readonly ok: true;
  readonly tool: string;
  readonly model: string | null;
  readonly priceVersion: string;
  /** The version of table and terms alone: the price version, unless own tools are used. */
  readonly basePriceVersion: string;
  /** The versions of own tools that the plan uses, each once. */
  readonly ownTools: readonly OwnVersion[];
  readonly minimumMicros: Micros;
  readonly maximumMicros: Micros;
  /** The lines sum to the maximum. */
  readonly breakdown: readonly QuoteLine[];
  /** With defaults filled in, as the execution stores them. */
  readonly arguments: JsonObject;
  readonly plan: readonly StepPlan[];
  readonly maxRuntimeSeconds: number;
  /** Whether this deployment can run all steps. An unavailable input is quoted but not executed. */
  readonly availability: Availability;
  /** The external services that the steps need: for each call, the entries of which one is enough. */
  readonly providers: readonly (readonly ProviderName[])[];
  /** Whether a step reads a file, makes one, or calls a service whose response is stored. */
  readonly needsStore: boolean;
}

export interface QuoteError {
  readonly ok: false;
  readonly message: 'tool_not_found' | 'invalid_arguments' | 'too_many_steps' | 'file_not_usable';
  /** JSON Pointer into `arguments` → reason. */
  readonly fields?: FieldProblems;
}

export type Quoted = Quote | QuoteError;

export interface Priced {
  readonly tool: string;
  readonly model: string | null;
  readonly basePriceVersion: string;
  readonly arguments: JsonObject;
  readonly availability: Availability;
  readonly uses: readonly PricedUse[];
  /** Upper limit of the run time in seconds, whatever the sum of the calls. */
  readonly runtimeSecondsMax: number;
}

export function quoteOf(input: Priced, files: ReadonlyMap<string, FileFacts>): Quoted {
  const { tool, model, basePriceVersion, availability, uses, runtimeSecondsMax } = input;
  const planned = planUses(uses, files);
  if (!planned.ok) return planned;
  const prices = pricesOf(planned.uses);
  if (prices.maximumMicros > CHARGE_MAX) return { ok: false, message: 'invalid_arguments', fields: { '': TOO_MUCH } };
  const ownTools = distinctVersions(uses.flatMap((priced) => priced.tool.own ?? []));
  return {
    ok: true,
    tool,
    model,
    priceVersion: ownVersionOf(basePriceVersion, ownTools),
    basePriceVersion,
    ownTools,
    arguments: input.arguments,
    availability,
    providers: uses.flatMap(({ service }) => (service === null ? [] : [entriesOf(service)])).filter(hasAny),
    needsStore: planned.uses.some(({ steps }) => steps.some(usesStore)),
    ...prices,
    plan: planned.uses.flatMap(({ priced, steps }) => steps.map((step) => stepPlan(step, priced, tool))),
    maxRuntimeSeconds: Math.min(runtimeSecondsMax, runtimeSecondsOf(uses)),
  };
}

/** Amounts are JSON numbers. Only many calls of very expensive own tools exceed it. */
const CHARGE_MAX = BigInt(Number.MAX_SAFE_INTEGER);
const TOO_MUCH = 'may cost more than one execution can be charged';

const usesStore = ({ operation, inputs, outputs }: PlannedStep): boolean =>
  OPERATIONS[operation].engine === 'provider' || outputs.length > 0 || Object.keys(inputs).length > 0;

const entriesOf = ({ provider, spare }: Service): readonly ProviderName[] =>
  [provider, spare?.provider].filter((name) => typeof name === 'string');

const hasAny = ({ length }: readonly ProviderName[]): boolean => length > 0;

const runtimeSecondsOf = (uses: readonly PricedUse[]): number =>
  uses.reduce((sum, { tool }) => sum + tool.maxRuntimeSeconds, 0);

/**
 * The minimum is the sum of the minimums of all calls. The maximum is the most that can be measured, but at least the
 * minimum.
 */
function pricesOf(uses: readonly PlannedUse[]): Pick<Quote, 'minimumMicros' | 'maximumMicros' | 'breakdown'> {
  const lines = uses.flatMap(({ priced, steps }) => steps.map((step) => lineOf(step, priced.price)));
  const measured = sumMicros(lines.map(({ amountMicros }) => amountMicros));
  const minimumMicros = sumMicros(uses.map(({ priced }) => priced.price.minimumChargeMicros));
  const maximumMicros = maxMicros(minimumMicros, measured);
  invariant(minimumMicros > 0n, 'a paid execution costs something');
  const topUp = subMicros(maximumMicros, measured);
  return {
    minimumMicros,
    maximumMicros,
    breakdown: topUp > ZERO_MICROS ? [...lines, minimumLine(topUp)] : lines,
  };
}

function lineOf({ description, unitsMax }: PlannedStep, { unit, unitPriceMicros }: Price): QuoteLine {
  invariant(Number.isSafeInteger(unitsMax) && unitsMax >= 1, 'units are integers from 1');
  return {
    description,
    unit,
    quantity: unitsMax,
    unitPriceMicros,
    amountMicros: timesMicros(unitPriceMicros, BigInt(unitsMax)),
  };
}

/** The line that raises an amount to its minimum, in quotes and bills. */
export const MINIMUM_LINE = { description: 'Up to the minimum charge', unit: 'minimum' } as const satisfies Pick<
  QuoteLine,
  'description' | 'unit'
>;

const minimumLine = (topUp: Micros): QuoteLine => ({
  ...MINIMUM_LINE,
  quantity: 1,
  unitPriceMicros: topUp,
  amountMicros: topUp,
});

/** The plan names the provider and its model, so a later change of the configuration does not affect the step. */
function stepPlan(
  { unitsMax, description, outputs, ...step }: PlannedStep,
  priced: PricedUse,
  asked: string,
): StepPlan {
  const { price, service, model } = priced;
  invariant(canMake(step.operation, outputs.length, step.parameters), 'a plan expects what its operation makes');
  return {
    ...step,
    engine: OPERATIONS[step.operation].engine,
    parameters: service === null ? step.parameters : { ...step.parameters, ...service },
    price: {
      description,
      unit: price.unit,
      unitPriceMicros: price.unitPriceMicros.toString(),
      unitsMax,
      ...(asked === priced.tool.name ? {} : { sold: { tool: priced.tool.name, model } }),
    },
  };
}
