/**
 * What executions that succeeded would have cost at other prices: what they measured, by the new price of their tool and model, at least its new
 * minimum and at most what would have been held; of a pipeline what all its steps come to, at least all their minimums. Each by the prices of its own
 * project, as it would be accepted. Those that failed are charged what their services really took, which no price changes.
 */
import type { PriceTable, SoldAs } from '@farebox/catalog';
import { type Micros, maxMicros, micros, minMicros, sumMicros, timesMicros, ZERO_MICROS } from '@farebox/kernel';

export interface PreviewedExecution {
  readonly projectId: string;
  readonly tool: string;
  readonly model: string | null;
  readonly chargedMicros: Micros;
  /** What was sold as one: itself, or each step of a pipeline, by its own tool. Null: it does not say. */
  readonly parts: readonly PreviewedPart[] | null;
}

export interface PreviewedPart extends SoldAs {
  /** What its steps measured, in the unit of the tool. */
  readonly units: bigint;
  /** What they would have measured at most: more is at the platform's expense. */
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
  /** Those of which it cannot be told: what is not in the table, and pipelines of gateways that did not say of what they are. */
  readonly notCounted: number;
}

/** @param pricesOf what a project would pay. */
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
