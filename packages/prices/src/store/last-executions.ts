/** The executions with which a price change is previewed before its publication. */
import { MINIMUM_LINE, PIPELINE, type StepPlan } from '@farebox/catalog';
import { Prisma } from '@farebox/db';
import { micros } from '@farebox/kernel';
import type { PreviewedExecution, PreviewedPart } from '../preview.ts';
import type { Reader } from './publishing.ts';

interface Asked {
  /** Null: all projects of the environment. */
  readonly projectId: string | null;
  readonly environment: 'live' | 'test';
  readonly limit: number;
}

interface Row {
  readonly project_id: string;
  readonly tool: string;
  readonly model: string | null;
  readonly charged_micros: bigint;
  readonly billing: readonly Line[];
  /** The accepted price of each step. A price without a tool and model is that of the execution, or an older gateway did not record them. */
  readonly prices: readonly StepPlan['price'][];
}

interface Line {
  readonly step: number | null;
  readonly unit: string;
  readonly quantity: number;
}

/** The last successful executions. */
export async function lastExecutions(
  reader: Reader,
  { projectId, environment, limit }: Asked,
): Promise<PreviewedExecution[]> {
  const rows = await reader.$queryRaw<Row[]>(
    Prisma.sql`SELECT * FROM price_last_sold_to(${projectId}, ${environment}, ${limit}::integer)`,
  );
  return rows.map((row) => ({
    projectId: row.project_id,
    tool: row.tool,
    model: row.model,
    chargedMicros: micros(row.charged_micros),
    parts: partsOf(row),
  }));
}

function partsOf({ tool, model, billing, prices }: Row): readonly PreviewedPart[] | null {
  const measured = billing.filter(({ unit }) => unit !== MINIMUM_LINE.unit);
  const unitsOf = (lines: readonly Line[]) => lines.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n);
  const mostOf = (steps: Row['prices']) => steps.reduce((sum, { unitsMax }) => sum + BigInt(unitsMax), 0n);
  if (tool !== PIPELINE && !tool.startsWith('@'))
    return [{ tool, model, units: unitsOf(measured), unitsMax: mostOf(prices) }];
  const parts = prices.flatMap((price, index) =>
    price.sold === undefined
      ? []
      : [{ ...price.sold, units: unitsOf(measured.filter(({ step }) => step === index)), unitsMax: mostOf([price]) }],
  );
  return parts.length === prices.length ? parts : null;
}
