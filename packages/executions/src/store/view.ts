/** Converts rows to the API's execution. No other file knows both forms. */
import type { Execution, ExecutionStep, ExecutionSummary } from '@farebox/contract';
import { timestamp, type Instant } from '@farebox/db';
import { fileOf } from '@farebox/files';
import { type Engine, micros, microsToJson, sumMicros } from '@farebox/kernel';
import { isTerminal } from '../core/states.ts';
import type { Amount, ExecutionRow, SummaryRow } from './columns.ts';
import { wireStepStatus } from './step-status.ts';

const timestampOrNull = (at: Instant | null): string | null => (at === null ? null : timestamp(at));
const amount = (value: Amount): number => microsToJson(micros(BigInt(value)));
const amountOrNull = (value: Amount | null): number | null => (value === null ? null : amount(value));

export function summaryOf(row: SummaryRow): ExecutionSummary {
  return {
    id: row.id,
    tool: row.tool,
    model: row.model,
    status: row.status,
    statusReason: row.status_reason,
    cancelRequested: row.cancel_requested_at !== null,
    priceVersion: row.price_version,
    currency: 'USD',
    minimumChargeMicros: amount(row.minimum_micros),
    maximumChargeMicros: amount(row.maximum_micros),
    chargedMicros: amountOrNull(row.charged_micros),
    createdAt: timestamp(row.created_at),
    startedAt: timestampOrNull(row.started_at),
    finishedAt: timestampOrNull(row.finished_at),
    error: row.error,
    review: reviewOf(row),
    ...tombstoneOf(row),
  };
}

function reviewOf({ review, resolve_by: resolveBy }: SummaryRow): ExecutionSummary['review'] {
  return review === null || resolveBy === null ? null : { ...review, resolveBy: timestamp(resolveBy) };
}

function tombstoneOf({ content_deleted_at: at, content_deleted_by: by }: SummaryRow) {
  return at === null || by === null ? {} : { contentDeleted: { at: timestamp(at), by } };
}

export function executionOf(row: ExecutionRow): Execution {
  return {
    ...summaryOf(row),
    steps: stepsOf(row),
    billing: row.billing ?? [],
    output: { artifacts: (row.files ?? []).map(fileOf), ...(row.result === null ? {} : { result: row.result }) },
  };
}

function stepsOf(row: ExecutionRow): ExecutionStep[] {
  const recorded = new Map((row.steps ?? []).map((step) => [step.index, step]));
  const next = row.names.findIndex((_, index) => recorded.get(index)?.status !== 'succeeded');
  const before = recorded.get(next - 1)?.finished_at ?? row.started_at;
  return row.names.map((name, index) => {
    const step = recorded.get(index) ?? null;
    const isNext = index === next;
    const wasStarted = row.started_at !== null;
    const status = wireStepStatus({ stored: step?.status ?? null, execution: row.status, isNext, wasStarted });
    const began = status === 'pending' || status === 'skipped' ? null : before;
    const ended = status === 'failed' || status === 'cancelled' ? row.finished_at : null;
    return {
      index,
      name,
      engine: row.engines[index] as Engine,
      status,
      ...(status === 'running' && row.progress?.step === index ? { progress: row.progress.progress } : {}),
      attempt: step?.attempt ?? (isNext && !isTerminal(row.status) ? row.attempts : 0),
      chargedMicros: step === null ? null : stepCharge(row.billing, index),
      // A step that is not recorded yet started at the end of the previous step, or with the execution.
      startedAt: timestampOrNull(step?.started_at ?? began),
      finishedAt: timestampOrNull(step?.finished_at ?? ended),
    };
  });
}

/** Sum of the step's billing lines; unknown until the execution is settled, because it is billed only then. */
function stepCharge(billing: ExecutionRow['billing'], index: number): number | null {
  if (billing === null) return null;
  const lines = billing.filter(({ step }) => step === index);
  return microsToJson(sumMicros(lines.map(({ amountMicros }) => micros(BigInt(amountMicros)))));
}
