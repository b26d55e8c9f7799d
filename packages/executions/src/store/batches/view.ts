/** Converts rows to the API's batch. No other file knows both forms. */
import { type Batch, type BatchSummary, countedAs, EXECUTION_STATUSES, type ExecutionStatus } from '@farebox/contract';
import { type Instant, timestamp } from '@farebox/db';
import { micros, microsToJson } from '@farebox/kernel';
import { isTerminal } from '../../core/states.ts';

export interface SummaryRow {
  readonly id: string;
  readonly tool: string;
  readonly price_version: string;
  readonly executions: number;
  readonly minimum_micros: bigint;
  readonly maximum_micros: bigint;
  readonly created_at: Instant;
  readonly cancel_requested_at: Instant | null;
}

export interface BatchRow extends SummaryRow {
  /** A status without executions is missing. */
  readonly counts: Readonly<Partial<Record<ExecutionStatus, number>>>;
  readonly charged_micros: bigint;
  readonly last_finished_at: Instant | null;
}

export const summaryOf = (row: SummaryRow): BatchSummary => ({
  id: row.id,
  tool: row.tool,
  priceVersion: row.price_version,
  currency: 'USD',
  executionCount: row.executions,
  minimumChargeMicros: microsToJson(micros(row.minimum_micros)),
  maximumChargeMicros: microsToJson(micros(row.maximum_micros)),
  cancelRequested: row.cancel_requested_at !== null,
  createdAt: timestamp(row.created_at),
});

export function batchOf(row: BatchRow): Batch {
  const counts = Object.fromEntries(
    EXECUTION_STATUSES.map((status) => [countedAs(status), row.counts[status] ?? 0]),
  ) as Batch['counts'];
  const hasEnded = EXECUTION_STATUSES.every((status) => isTerminal(status) || counts[countedAs(status)] === 0);
  return {
    ...summaryOf(row),
    counts,
    chargedMicros: microsToJson(micros(row.charged_micros)),
    finishedAt: hasEnded && row.last_finished_at !== null ? timestamp(row.last_finished_at) : null,
  };
}
