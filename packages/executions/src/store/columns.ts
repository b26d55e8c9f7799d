/**
 * What a read shows of an execution, listed once: lists select these columns, polls decode what `execution_read` answers in this
 * order, and the rows' types are made of it. A column that is missing here is never shown; columns.test.ts compares the function.
 */
import type { Execution, ExecutionStatus, ExecutionSummary } from '@farebox/contract';
import { type Instant, Prisma } from '@farebox/db';
import type { FileRow } from '@farebox/files';
import type { Engine } from '@farebox/kernel';
import type { StoredStepStatus } from './step-status.ts';

/** As a column has it, or as JSON does: amounts are text there, because a JSON number would round them. */
export type Amount = bigint | string;

interface Shown<N extends string, T> {
  readonly name: N;
  /** Never there: it carries the type. */
  readonly type?: T;
}

/** Called twice, because a caller names the type and never the literal. */
const column =
  <T>() =>
  <const N extends string>(name: N): Shown<N, T> => ({ name });

const text = column<string>();
const amount = column<Amount>();
const instantOrNull = column<Instant | null>();

/** Columns of `execution` that a list shows of each. */
const SUMMARY = [
  text('id'),
  text('project_id'),
  text('tool'),
  column<string | null>()('model'),
  column<ExecutionStatus>()('status'),
  column<ExecutionSummary['statusReason']>()('status_reason'),
  instantOrNull('cancel_requested_at'),
  text('price_version'),
  amount('minimum_micros'),
  amount('maximum_micros'),
  column<Amount | null>()('charged_micros'),
  column<ExecutionSummary['error']>()('error'),
  column<Omit<NonNullable<ExecutionSummary['review']>, 'resolveBy'> | null>()('review'),
  instantOrNull('resolve_by'),
  column<Instant>()('created_at'),
  instantOrNull('started_at'),
  instantOrNull('finished_at'),
] as const;

/** Of an execution whose content was deleted. `execution_read` has them at its end: an older app reads it by places. */
const TOMBSTONE = [
  instantOrNull('content_deleted_at'),
  column<NonNullable<ExecutionSummary['contentDeleted']>['by'] | null>()('content_deleted_by'),
] as const;

const STEP = [
  column<number>()('index'),
  column<StoredStepStatus>()('status'),
  column<number>()('attempt'),
  column<string | null>()('started_at'),
  column<string | null>()('finished_at'),
] as const;

/** What a poll shows beyond a list: of the plan, and of what the work has brought so far. */
const DETAILS = [
  column<readonly string[]>()('names'),
  column<readonly Engine[]>()('engines'),
  column<Execution['billing'] | null>()('billing'),
  column<unknown>()('result'),
  column<number>()('attempts'),
  column<readonly ValuesOf<typeof STEP>[] | null>()('steps'),
  column<readonly FileRow[] | null>()('files'),
] as const;

export const DETAILED = [...SUMMARY, ...DETAILS, ...TOMBSTONE] as const;
/** What a list selects. */
export const LISTED = [...SUMMARY, ...TOMBSTONE] as const;

type Columns = readonly Shown<string, unknown>[];
type TypeOf<C> = C extends Shown<string, infer T> ? T : never;
export type RowOf<C extends Columns> = { readonly [E in C[number] as E['name']]: TypeOf<E> };
/** The same in the order of the columns, without names: what JSON carries. */
export type ValuesOf<C extends Columns> = { readonly [I in keyof C]: TypeOf<C[I]> };

export type SummaryRow = RowOf<typeof LISTED>;
export type StepRow = RowOf<typeof STEP>;
export type ReadValues = ValuesOf<typeof DETAILED>;
export interface ExecutionRow extends Omit<RowOf<typeof DETAILED>, 'steps'> {
  readonly steps: readonly StepRow[] | null;
  /** Of the running step, where its worker has told it. */
  readonly progress?: { readonly step: number; readonly progress: number } | undefined;
}

/** For a SELECT. The names are constants of this file, never anybody's input. */
export const selected = (columns: Columns): Prisma.Sql => Prisma.raw(columns.map(({ name }) => name).join(', '));

export function executionRowOf(values: ReadValues): ExecutionRow {
  const row = named(DETAILED, values);
  return { ...row, steps: row.steps?.map((step) => named(STEP, step)) ?? null };
}

function named<C extends Columns>(columns: C, values: ValuesOf<C>): RowOf<C> {
  const row: Record<string, unknown> = {};
  columns.forEach(({ name }, index) => (row[name] = values[index]));
  return row as RowOf<C>;
}
