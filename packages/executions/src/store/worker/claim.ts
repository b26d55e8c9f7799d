/**
 * Claims executions for one engine, compare-and-set, for a lease. Claims of the same moment share one call. A repeated call
 * whose first response was lost claims nothing again: that lease runs out, and the keeper looks after the execution.
 */
import type { StepPlan } from '@farebox/catalog';
import { type Database, Prisma } from '@farebox/db';
import { type Engine, type Micros, groupQueries, micros } from '@farebox/kernel';
import { type ObserveGroup, observed } from '../observe-group.ts';
import { textArray } from '../sql-codec.ts';
import { GROUPING } from './grouping.ts';
import type { ExecutionRef, LeasedExecution } from './leased.ts';

/** A step that an earlier claim finished. */
export interface RecordedStep {
  readonly index: number;
  /** In the unit of the step's price. */
  readonly units: bigint;
  /** What its operation answered; null when it answered nothing. */
  readonly result: unknown;
  /** Proven external cost; null when there is none. */
  readonly costMicros: Micros | null;
  /** How long it ran. */
  readonly seconds: number;
}

/** The paid external call of a step without an outcome yet. */
export interface OpenStep {
  readonly index: number;
  readonly phase: 'pending' | 'dispatching' | 'submitted' | 'unknown';
  /** The entry that its last intent was for; null where that is not certain, or nothing was begun. */
  readonly provider: string | null;
  /** What the provider calls it. */
  readonly ref: string | null;
  /** Since the first intent that stands; by the database's clock. */
  readonly ageSeconds: number;
}

/** An execution in a worker's hands. Everything written for it carries its claim (`heldOf`). */
export interface ClaimedExecution extends LeasedExecution {
  /** Claims so far; names the wake-up that may follow this one. */
  readonly epoch: number;
  /** Claims so far, this one included, less those that were handed back. */
  readonly attempts: number;
  readonly tool: string;
  readonly plan: readonly StepPlan[];
  /** In the order of their index, from 0 without a gap. */
  readonly recorded: readonly RecordedStep[];
  /** Of the step after those recorded; null when it was never begun, or has no external call. */
  readonly open: OpenStep | null;
  /** Its paid call has an unknown outcome: it may be looked up, and nothing may be sent. */
  readonly inReview: boolean;
  readonly minimumMicros: Micros;
  readonly maximumMicros: Micros;
  readonly cancelRequested: boolean;
  /** Of the run time; by the database's clock. Negative when it is used up. */
  readonly secondsLeft: number;
  /** When it was accepted. */
  readonly createdAt: Date;
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
  /** Of one that has ended. */
  readonly seconds: number | null;
}

export interface ClaimOptions {
  readonly engine: Engine;
  readonly leaseSeconds: number;
  /** What the worker has: it claims nothing whose plan names another operation for its engine. Left out: it has all. */
  readonly operations?: readonly string[];
}

/** Answers null for an execution that has ended, that somebody holds, or that waits for another engine. */
export function createClaim(
  database: Pick<Database, 'rows'>,
  { engine, leaseSeconds, operations }: ClaimOptions,
  observe: ObserveGroup,
): (execution: ExecutionRef) => Promise<ClaimedExecution | null> {
  const grouping = observed(GROUPING, observe, 'claim');
  return groupQueries<ExecutionRef, ClaimedExecution | null>(async (wanted) => {
    const projects = textArray(wanted.map(({ projectId }) => projectId));
    const ids = textArray(wanted.map(({ id }) => id));
    const lease = Prisma.sql`${leaseSeconds}::double precision * interval '1 second'`;
    const rows = await database.rows<ClaimRow>(Prisma.sql`
      SELECT * FROM execution_claim(${projects}::text[], ${ids}::text[], ${engine}, ${lease}, ${operations === undefined ? null : [...operations]}::text[])`);
    const claimed = new Map(rows.map((row) => [row.id, claimedOf(row)]));
    return wanted.map(({ id }) => takeOnce(claimed, id));
  }, grouping);
}

/** The same id twice in one call (a repeated wake-up) is still claimed by one caller only. */
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
  };
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
