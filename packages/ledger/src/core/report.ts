/** Sums of a report by tool, project and provider. Amounts are in micro-units of USD; a margin is negative where a provider cost more than was charged. */
import { statedToJson } from '@farebox/kernel';

export type ReportPeriod = 'today' | 'month' | 'last-month';

/** One row of report_margin. */
export interface Margin {
  readonly projectId: string;
  readonly projectName: string;
  readonly tool: string;
  /** Null: the part of the executions that no provider call was charged. */
  readonly provider: string | null;
  readonly executions: bigint;
  readonly calls: bigint;
  readonly chargedMicros: bigint;
  readonly refundedMicros: bigint;
  readonly costMicros: bigint;
}

export interface NearLimit {
  readonly scope: string;
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly limitMicros: bigint;
  readonly leftMicros: bigint;
}

export interface Sums {
  readonly executions: number;
  readonly calls: number;
  readonly chargedMicros: number;
  readonly refundedMicros: number;
  readonly costMicros: number;
  readonly marginMicros: number;
}

const AMOUNTS = ['executions', 'calls', 'chargedMicros', 'refundedMicros', 'costMicros'] as const;

export function sumsOf(rows: readonly Margin[]): Sums {
  const total = (name: (typeof AMOUNTS)[number]): bigint => rows.reduce((sum, row) => sum + row[name], 0n);
  const [executions, calls, charged, refunded, cost] = AMOUNTS.map(total) as [bigint, bigint, bigint, bigint, bigint];
  return {
    executions: Number(executions),
    calls: Number(calls),
    chargedMicros: Number(charged),
    refundedMicros: Number(refunded),
    costMicros: statedToJson(cost),
    marginMicros: statedToJson(charged - refunded - cost),
  };
}

/** The sums of each group, the largest charge first, at most `limit` of them. Rows without a name are left out. */
export function sumsBy(
  rows: readonly Margin[],
  nameOf: (row: Margin) => string | null,
  limit: number,
): readonly { readonly name: string; readonly rows: readonly Margin[]; readonly sums: Sums }[] {
  const groups = [...Map.groupBy(rows, nameOf)].flatMap(([name, some]) =>
    name === null ? [] : [{ name, rows: some, sums: sumsOf(some) }],
  );
  return groups.toSorted((one, other) => other.sums.chargedMicros - one.sums.chargedMicros).slice(0, limit);
}
