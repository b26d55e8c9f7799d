/**
 * Claims executions for one engine by compare-and-set, with a lease. Claims of the same moment share one query. A repeated
 * query whose first response was lost claims nothing: the first lease expires, and the keeper notifies again.
 */
import type { StepPlan } from '@farebox/catalog';
import { type Database, Prisma } from '@farebox/db';
import { type Engine, type Micros, groupQueries, micros } from '@farebox/kernel';
import { type ObserveGroup, observed } from '../observe-group.ts';
import type { HistoryEntry } from '../history.ts';
import { textArray } from '../sql-codec.ts';
import { GROUPING } from './grouping.ts';
import type { ExecutionRef, LeasedExecution } from './leased.ts';

/** A step that an earlier claim finished. */
export interface RecordedStep {
  readonly index: number;
  /** In the unit of the step's price. */
  readonly units: bigint;
  /** Result of its operation; null if there is none. */
  readonly result: unknown;
  /** Proven external cost; null when there is none. */
  readonly costMicros: Micros | null;
  /** Run time of the step. */
  readonly seconds: number;
}

/** The provider call of a step that has no outcome yet. */
export interface OpenStep {
  readonly index: number;
  readonly phase: 'pending' | 'dispatching' | 'submitted' | 'unknown';
  /** Provider entry of the last intent; null if it is uncertain or nothing was started. */
  readonly provider: string | null;
  /** The provider's id of the call. */
  readonly ref: string | null;
  /** Seconds since the first valid intent, by the database's clock. */
  readonly ageSeconds: number;
}

/** An execution that a worker holds. Every write for it carries its claim (`heldOf`). */
export interface ClaimedExecution extends LeasedExecution {
  /** Number of claims so far; part of the name of the next wake-up. */
  readonly epoch: number;
  /** Number of claims so far, including this one, minus those that were handed back. */
  readonly attempts: number;
  readonly tool: string;
  readonly plan: readonly StepPlan[];
  /** In the order of their index, from 0 without gaps. */
  readonly recorded: readonly RecordedStep[];
  /** Open provider call of the first unrecorded step; null if it was never started or makes none. */
  readonly open: OpenStep | null;
  /** True if its provider call has an unknown outcome: the worker may look it up, and must send nothing. */
  readonly inReview: boolean;
  readonly minimumMicros: Micros;
  readonly maximumMicros: Micros;
  readonly cancelRequested: boolean;
  /** Remaining run time, by the database's clock. Negative if it is used up. */
  readonly secondsLeft: number;
  /** Time of acceptance. */
  readonly createdAt: Date;
  /** The claim before this one, if its lease expired while a worker held it. */
  readonly lostBefore: LostClaim | null;
}

export interface LostClaim {
  readonly epoch: number;
  /** Name of its process; null for a worker of an earlier release. */
  readonly worker: string | null;
}

interface ClaimRow {
  readonly id: string;
  readonly project_id: string;
  readonly claim_token: string;
  readonly epoch: number;
  readonly attempts: number;
  readonly tool: string;
  readonly plan: readonly StepPlan[];
  readonly steps: readonly StepRow[];
  readonly minimum_micros: bigint;
  readonly maximum_micros: bigint;
  readonly cancel_requested: boolean;
  readonly seconds_left: number;
  readonly created_at: Date;
  readonly in_review: boolean;
  readonly noted_before: HistoryEntry | null;
}

interface StepRow {
  readonly index: number;
  readonly status: OpenStep['phase'] | 'succeeded' | 'failed';
  readonly units: number | null;
  readonly result: unknown;
  readonly costMicros: string | null;
  readonly provider: string | null;
  readonly ref: string | null;
  readonly ageSeconds: number | null;
  /** Set for a finished step. */
  readonly seconds: number | null;
}

export interface ClaimOptions {
  readonly engine: Engine;
  readonly leaseSeconds: number;
  /** Operations of the worker: it claims no plan that names another one for its engine. Omitted: all. */
  readonly operations?: readonly string[];
  /** Name of the process, for the history of the execution. */
  readonly worker?: string;
}

/** Returns null if the execution has ended, is held, or waits for another engine. */
export function createClaim(
  database: Pick<Database, 'rows'>,
  { engine, leaseSeconds, operations, worker }: ClaimOptions,
  observe: ObserveGroup,
): (execution: ExecutionRef) => Promise<ClaimedExecution | null> {
  const grouping = observed(GROUPING, observe, 'claim');
  return groupQueries<ExecutionRef, ClaimedExecution | null>(async (wanted) => {
    const projects = textArray(wanted.map(({ projectId }) => projectId));
    const ids = textArray(wanted.map(({ id }) => id));
    const lease = Prisma.sql`${leaseSeconds}::double precision * interval '1 second'`;
    const rows = await database.rows<ClaimRow>(Prisma.sql`
      SELECT * FROM execution_claim(
        ${projects}::text[], ${ids}::text[], ${engine}, ${lease}, ${operations === undefined ? null : [...operations]}::text[], ${worker ?? null}::text)`);
    const claimed = new Map(rows.map((row) => [row.id, claimedOf(row)]));
    return wanted.map(({ id }) => takeOnce(claimed, id));
  }, grouping);
}

/** If one query contains the same id twice (a repeated wake-up), only one caller gets the claim. */
function takeOnce(claimed: Map<string, ClaimedExecution>, id: string): ClaimedExecution | null {
  const found = claimed.get(id) ?? null;
  claimed.delete(id);
  return found;
}

function claimedOf(row: ClaimRow): ClaimedExecution {
  return {
    id: row.id,
    projectId: row.project_id,
    claimToken: row.claim_token,
    epoch: row.epoch,
    attempts: row.attempts,
    tool: row.tool,
    plan: row.plan,
    recorded: row.steps.filter(({ status }) => status === 'succeeded').map(recordedOf),
    open: row.steps.map(openOf).find((step) => step !== null) ?? null,
    inReview: row.in_review,
    minimumMicros: micros(row.minimum_micros),
    maximumMicros: micros(row.maximum_micros),
    cancelRequested: row.cancel_requested,
    secondsLeft: row.seconds_left,
    createdAt: row.created_at,
    lostBefore: lostIn(row.noted_before),
  };
}

function lostIn(entry: HistoryEntry | null): LostClaim | null {
  if (entry?.[0] !== 'lost') return null;
  const [, , epoch, , worker] = entry;
  return { epoch, worker };
}

const recordedOf = ({ index, units, result, costMicros, seconds }: StepRow): RecordedStep => ({
  index,
  units: BigInt(units ?? 0),
  result,
  costMicros: costMicros === null ? null : micros(costMicros),
  seconds: seconds ?? 0,
});

function openOf({ index, status: phase, provider, ref, ageSeconds }: StepRow): OpenStep | null {
  if (phase === 'succeeded' || phase === 'failed') return null;
  return { index, phase, provider, ref, ageSeconds: ageSeconds ?? 0 };
}
