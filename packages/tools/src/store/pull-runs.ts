/**
 * Runs of runners that ask for work themselves (kind `pull`): a worker offers a run, one runner claims it under a lease and
 * reports. What it reports is stored as it came; nothing here reads or believes it. Each function is one statement, and an
 * offer is preceded by a read.
 */
import { randomBytes } from 'node:crypto';
import { RUN_LIMITS } from '@farebox/contract';
import { type Database, Prisma } from '@farebox/db';
import { invariant } from '@farebox/kernel';

export interface OfferedRun {
  readonly token: string;
  readonly tool: string;
  readonly version: number;
  /** The body of the start, as JSON. */
  readonly start: string;
  /** Whether the run may be claimed again after a lease that expired. */
  readonly isIdempotent: boolean;
  /** Nobody claims it later. */
  readonly deadline: Date;
}

export interface RunState {
  readonly state: 'waiting' | 'claimed' | 'ended';
  /** The last reply of the runner as JSON, from anybody; null: none yet. An ended run has one. */
  readonly reply: string | null;
  /** The runner has gone silent after it began, and nobody else may claim the run. A late report still counts. */
  readonly isLost: boolean;
}

export interface Claiming {
  readonly tool: string;
  /** The id of the runner key. */
  readonly keyId: string;
}

export type Claim =
  | { readonly kind: 'revoked' | 'none' }
  | {
      readonly kind: 'claimed';
      readonly token: string;
      readonly lease: string;
      /** The body of the start, as JSON. */
      readonly start: string;
    };

export interface Report {
  readonly tool: string;
  readonly token: string;
  readonly lease: string;
  /** The member `status` of the reply; or the claim did not reach its runner, which says nothing about the run. */
  readonly status: ReportedStatus | 'handed_back';
  /** The whole reply as JSON, at most RUN_LIMITS.replyBytes. */
  readonly reply: string;
}

export const REPORTED_STATUSES = ['running', 'succeeded', 'failed', 'cancelled', 'not_taken'] as const;
export type ReportedStatus = (typeof REPORTED_STATUSES)[number];

export type Reported =
  | {
      readonly kind: 'taken';
      /** Whether the runner should stop. */
      readonly cancel: boolean;
    }
  | { readonly kind: 'run_not_found' | 'run_lease_lost' | 'run_ended' };

/** `no_runner`: none has asked for work in the last minute. `full`: the tool has as many runs as it takes at once. */
export type Readiness = 'ready' | 'no_runner' | 'full';

export interface PullRuns {
  /** The same token again is the same run. After a rejection it is unknown whether the run was offered. */
  readonly offer: (run: OfferedRun) => Promise<RunState>;
  /** Null: no run has this token. */
  readonly lookup: (token: string) => Promise<RunState | null>;
  /** A run that has not begun ends as cancelled at once. Null: no run has this token. */
  readonly cancel: (token: string) => Promise<RunState | null>;
  readonly claim: (claiming: Claiming) => Promise<Claim>;
  readonly report: (report: Report) => Promise<Reported>;
  readonly readiness: (tool: string, concurrency: number) => Promise<Readiness>;
  /** Removes old runs, at most `limit`; returns how many. */
  readonly remove: (limit: number) => Promise<number>;
}

export function pullRuns(database: Pick<Database, 'json'>): PullRuns {
  const lasts = Prisma.sql`make_interval(secs => ${RUN_LIMITS.leaseSeconds}::integer)`;
  const one = async <Value>(call: Prisma.Sql): Promise<Value> => {
    const value = await database.json<Value>(Prisma.sql`SELECT ${call}`);
    invariant(value !== null, 'the function returns one value');
    return value;
  };
  return {
    async offer({ token, tool, version, start, isIdempotent, deadline }) {
      // A lost response repeats the statement, perhaps at another server, which may lack what happened to the run.
      const timeline = await one<number>(Prisma.sql`to_json(server_timeline())`);
      const state = await database.json<RunState>(
        Prisma.sql`SELECT runner_run_offer(${token}, ${tool}, ${version}::integer, ${start}, ${isIdempotent}, ${deadline}, ${timeline}::integer)`,
      );
      if (state === null) throw new Error('the server has failed over, and may have lost the run that is offered');
      return state;
    },
    lookup: (token) => database.json(Prisma.sql`SELECT runner_run_lookup(${token})`),
    cancel: (token) => database.json(Prisma.sql`SELECT runner_run_cancel(${token})`),
    // Drawn here and not by the database: a statement that is repeated after a lost response finds its claim.
    claim: ({ tool, keyId }) => one(Prisma.sql`runner_run_claim(${tool}, ${keyId}, ${newLease()}, ${lasts})`),
    report: ({ tool, token, lease, status, reply }) =>
      one(Prisma.sql`runner_run_report(${tool}, ${token}, ${lease}, ${status}, ${reply}, ${lasts})`),
    readiness: (tool, concurrency) => one(Prisma.sql`to_json(runner_run_readiness(${tool}, ${concurrency}::integer))`),
    remove: (limit) => one(Prisma.sql`to_json(runner_run_remove(${limit}::integer))`),
  };
}

const newLease = (): string => randomBytes(24).toString('base64url');
