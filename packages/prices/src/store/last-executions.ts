/** The executions by which a change of prices is tried before it is published. */
import { PIPELINE, type SoldAs } from '@tollgate/catalog';
import { Prisma } from '@tollgate/db';
import { micros } from '@tollgate/kernel';
import type { PreviewedExecution, PreviewedPart } from '../preview.ts';
import type { Reader } from './publishing.ts';

interface Asked {
  /** Null: all of the environment. */
  readonly projectId: string | null;
  readonly environment: 'live' | 'test';
  readonly limit: number;
}

interface Row {
  readonly tool: string;
  readonly model: string | null;
  readonly charged_micros: bigint;
  readonly billing: readonly Line[];
  /** Of each step; null: it was sold as the execution was, or by a gateway that did not say. */
  readonly sold: readonly (SoldAs | null)[];
}

interface Line {
  readonly step: number | null;
  readonly quantity: number;
}

/** The last that succeeded. */
export async function lastExecutions(
  reader: Reader,
  { projectId, environment, limit }: Asked,
): Promise<PreviewedExecution[]> {
  const rows = await reader.$queryRaw<Row[]>(
    Prisma.sql`SELECT * FROM price_last_sold(${projectId}, ${environment}, ${limit}::integer)`,
  );
  return rows.map((row) => ({
    tool: row.tool,
    model: row.model,
    chargedMicros: micros(row.charged_micros),
    parts: partsOf(row),
  }));
}

function partsOf({ tool, model, billing, sold }: Row): readonly PreviewedPart[] | null {
  const units = (lines: readonly Line[]) => lines.map(({ quantity }) => BigInt(quantity));
  if (tool !== PIPELINE && !tool.startsWith('@'))
    return [{ tool, model, units: units(billing.filter(({ step }) => step !== null)) }];
  const parts = sold.flatMap((as, index) =>
    as === null ? [] : [{ ...as, units: units(billing.filter(({ step }) => step === index)) }],
  );
  return parts.length === sold.length ? parts : null;
}
