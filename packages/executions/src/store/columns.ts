/**
 * The columns that a read shows, listed once: lists select these columns, polls decode the result of `execution_read` in this
 * order, and the row types are derived from them. A column that is missing here is never shown; columns.test.ts compares
 * the SQL function.
 */
import type { Execution, ExecutionStatus, ExecutionSummary } from '@farebox/contract';
import { type Instant, Prisma } from '@farebox/db';
import type { FileRow } from '@farebox/files';
import type { Engine } from '@farebox/kernel';
import type { StoredStepStatus } from './step-status.ts';

/** An amount from a column, or from JSON as text, because a JSON number would round it. */
export type Amount = bigint | string;

interface Shown<N extends string, T> {
  readonly name: N;
  /** Never set: it only carries the type. */
  readonly type?: T;
}

/** Curried, so that a caller names the type and TypeScript infers the literal. */
const column =
  <T>() =>
  <const N extends string>(name: N): Shown<N, T> => ({ name });

const text = column<string>();
const amount = column<Amount>();
const instantOrNull = column<Instant | null>();

/** Columns of `execution` that a list shows. */
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

/** Columns of deleted content. `execution_read` returns them last, because older apps read its result by position. */
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

/** Columns that only a poll shows: the plan and the results so far. */
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
/** Columns that a list selects. */
export const LISTED = [...SUMMARY, ...TOMBSTONE] as const;

type Columns = readonly Shown<string, unknown>[];
type TypeOf<C> = C extends Shown<string, infer T> ? T : never;
export type RowOf<C extends Columns> = { readonly [E in C[number] as E['name']]: TypeOf<E> };
/** The values in the order of the columns, without names, as in JSON. */
export type ValuesOf<C extends Columns> = { readonly [I in keyof C]: TypeOf<C[I]> };

export type SummaryRow = RowOf<typeof LISTED>;
export type StepRow = RowOf<typeof STEP>;
export type ReadValues = ValuesOf<typeof DETAILED>;
export interface ExecutionRow extends Omit<RowOf<typeof DETAILED>, 'steps'> {
  readonly steps: readonly StepRow[] | null;
  /** Progress of the running step, if its worker has reported it. */
  readonly progress?: { readonly step: number; readonly progress: number } | undefined;
}

/** Column list for a SELECT. The names are constants of this file, never user input. */
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
