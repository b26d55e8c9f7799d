/**
 * What an input costs at most: a pure function of the prepared input, the facts of its files and the price. It is a
 * binding ceiling, so an operation must never measure more units than `unitsMax` of its step.
 */
import type { FieldProblems } from '@tollgate/contract';
import { LIMITS } from '@tollgate/contract';
import { type Micros, ZERO_MICROS, invariant, maxMicros, subMicros, sumMicros, timesMicros } from '@tollgate/kernel';
import { type FileFacts, type FileUse, fileProblem } from './files.ts';
import type { JsonObject } from './json.ts';
import type { Price } from './prices/price.ts';
import type { PlannedStep, StepPlan, ToolDefinition } from './tool.ts';

export interface QuoteLine {
  readonly description: string;
  readonly unit: string;
  readonly quantity: number;
  readonly unitPriceMicros: Micros;
  readonly amountMicros: Micros;
}

export interface Quote {
  readonly ok: true;
  readonly tool: string;
  readonly model: string | null;
  readonly priceVersion: string;
  readonly minimumMicros: Micros;
  readonly maximumMicros: Micros;
  /** Sums to the maximum. */
  readonly breakdown: readonly QuoteLine[];
  /** With defaults resolved: what the execution stores. */
  readonly arguments: JsonObject;
  readonly plan: readonly StepPlan[];
  readonly maxRuntimeSeconds: number;
}

export interface Refusal {
  readonly ok: false;
  readonly message: 'tool_not_found' | 'invalid_arguments' | 'too_many_steps' | 'file_not_usable';
  /** JSON Pointer into `arguments` → reason. */
  readonly fields?: FieldProblems;
}

export type Quoted = Quote | Refusal;

export interface Priced {
  readonly tool: ToolDefinition;
  readonly model: string | null;
  readonly price: Price;
  readonly priceVersion: string;
  readonly arguments: JsonObject;
  readonly fileUses: readonly FileUse[];
}

export function quoteOf(input: Priced, files: ReadonlyMap<string, FileFacts>): Quoted {
  const fields = fileProblems(input.fileUses, files);
  if (fields !== null) return { ok: false, message: 'file_not_usable', fields };
  const planned = input.tool.plan(input.arguments, files);
  if (!planned.ok) return planned;
  invariant(planned.steps.length >= 1 && planned.steps.length <= LIMITS.stepsMax, 'a plan has 1 to 20 steps');
  return priced(input, planned.steps);
}

function fileProblems(uses: readonly FileUse[], files: ReadonlyMap<string, FileFacts>): FieldProblems | null {
  const problems = uses.flatMap(({ pointer, fileId, rule }) => {
    const problem = fileProblem(files.get(fileId), rule);
    return problem === null ? [] : [[pointer, problem] as const];
  });
  return problems.length > 0 ? Object.fromEntries(problems) : null;
}

function priced(
  { tool, model, price, priceVersion, arguments: resolved }: Priced,
  steps: readonly PlannedStep[],
): Quote {
  const lines = steps.map((step) => lineOf(step, price));
  const measured = sumMicros(lines.map(({ amountMicros }) => amountMicros));
  const minimumMicros = price.minimumChargeMicros;
  const maximumMicros = maxMicros(minimumMicros, measured);
  invariant(minimumMicros > 0n, 'a paid execution costs something');
  const topUp = subMicros(maximumMicros, measured);
  return {
    ok: true,
    tool: tool.name,
    model,
    priceVersion,
    minimumMicros,
    maximumMicros,
    breakdown: topUp > ZERO_MICROS ? [...lines, minimumLine(topUp)] : lines,
    arguments: resolved,
    plan: steps.map((step) => stepPlan(step, price)),
    maxRuntimeSeconds: tool.maxRuntimeSeconds,
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

const minimumLine = (topUp: Micros): QuoteLine => ({
  description: 'Up to the minimum charge',
  unit: 'execution',
  quantity: 1,
  unitPriceMicros: topUp,
  amountMicros: topUp,
});

function stepPlan({ unitsMax: _, description, ...step }: PlannedStep, { unit, unitPriceMicros }: Price): StepPlan {
  return { ...step, price: { description, unit, unitPriceMicros: unitPriceMicros.toString() } };
}
