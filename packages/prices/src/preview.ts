/**
 * Recalculates successful executions with other prices. An execution is charged its measured units at the new price of its tool and model, at least
 * the new minimum and at most the new hold. A pipeline is charged the sum of its steps, at least all of their minimums. Each execution uses the
 * prices of its own project. Failed executions are excluded: their charge is the real cost of the external service, which no price changes.
 */
import type { PriceTable, SoldAs } from '@farebox/catalog';
import { type Micros, maxMicros, micros, minMicros, sumMicros, timesMicros, ZERO_MICROS } from '@farebox/kernel';

export interface PreviewedExecution {
  readonly projectId: string;
  readonly tool: string;
  readonly model: string | null;
  readonly chargedMicros: Micros;
  /** The priced parts: the execution itself, or each step of a pipeline with its own tool. Null: not recorded. */
  readonly parts: readonly PreviewedPart[] | null;
}

export interface PreviewedPart extends SoldAs {
  /** The measured units, in the billing unit of the tool. */
  readonly units: bigint;
  /** The most units that can be charged; the platform bears the rest. */
  readonly unitsMax: bigint;
}

export interface ToolPreview {
  readonly tool: string;
  readonly model: string | null;
  readonly executions: number;
  readonly chargedMicros: Micros;
  readonly wouldChargeMicros: Micros;
}

interface PricePreview {
  readonly executions: number;
  readonly chargedMicros: Micros;
  readonly wouldChargeMicros: Micros;
  /** By tool and model, the largest change first. */
  readonly tools: readonly ToolPreview[];
  /** Executions that cannot be recalculated: of tools without a price, and pipelines whose gateway did not record their parts. */
  readonly notCounted: number;
}

/** @param pricesOf the prices for a project. */
export function preview(
  executions: readonly PreviewedExecution[],
  pricesOf: (projectId: string) => PriceTable['tools'],
): PricePreview {
  const tools = new Map<string, ToolPreview>();
  let notCounted = 0;
  for (const execution of executions) {
    const { tool, model, chargedMicros } = execution;
    const wouldChargeMicros = chargeAt(execution, pricesOf(execution.projectId));
    if (wouldChargeMicros === null) {
      notCounted += 1;
      continue;
    }
    const name = `${tool}/${model ?? ''}`;
    const sum = tools.get(name) ?? {
      tool,
      model,
      executions: 0,
      chargedMicros: ZERO_MICROS,
      wouldChargeMicros: ZERO_MICROS,
    };
    tools.set(name, {
      ...sum,
      executions: sum.executions + 1,
      chargedMicros: micros(sum.chargedMicros + chargedMicros),
      wouldChargeMicros: micros(sum.wouldChargeMicros + wouldChargeMicros),
    });
  }
  const all = [...tools.values()];
  return {
    executions: executions.length - notCounted,
    chargedMicros: sumMicros(all.map((each) => each.chargedMicros)),
    wouldChargeMicros: sumMicros(all.map((each) => each.wouldChargeMicros)),
    tools: all.sort((a, b) => Number(changeOf(b) - changeOf(a)) || (a.tool < b.tool ? -1 : 1)),
    notCounted,
  };
}

const changeOf = ({ chargedMicros, wouldChargeMicros }: ToolPreview): bigint =>
  wouldChargeMicros > chargedMicros ? wouldChargeMicros - chargedMicros : chargedMicros - wouldChargeMicros;

function chargeAt({ parts }: PreviewedExecution, tools: PriceTable['tools']): Micros | null {
  const charges = parts?.map((part) => partAt(part, tools)) ?? [null];
  const told = charges.filter((charge) => charge !== null);
  if (told.length < charges.length) return null;
  const sumOf = (amount: keyof Amounts) => sumMicros(told.map((each) => each[amount]));
  return maxMicros(minMicros(sumOf('measured'), sumOf('most')), sumOf('minimum'));
}

interface Amounts {
  readonly measured: Micros;
  readonly most: Micros;
  readonly minimum: Micros;
}

function partAt({ tool, model, units, unitsMax }: PreviewedPart, tools: PriceTable['tools']): Amounts | null {
  const prices = tools[tool];
  const entry = model === null ? prices : prices?.models[model];
  if (entry === undefined) return null;
  const unitPrice = micros(entry.unitPriceMicros);
  return {
    measured: timesMicros(unitPrice, units),
    most: timesMicros(unitPrice, unitsMax),
    minimum: micros(entry.minimumChargeMicros),
  };
}
