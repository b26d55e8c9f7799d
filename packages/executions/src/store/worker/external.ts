/**
 * The journal of a provider call: the intent before anything is sent, and the provider's id afterwards. Each write is one SQL
 * function by claim; a worker that gets no clear "committed" must not send.
 */
import { type Database, Prisma } from '@farebox/db';
import type { Micros } from '@farebox/kernel';
import type { LeasedExecution } from './leased.ts';

/** A step of an execution that this worker holds. */
export interface LeasedStep extends LeasedExecution {
  readonly index: number;
}

export interface Intent extends LeasedStep {
  /** The provider's idempotency token: the same for every attempt of this step. */
  readonly token: string;
  /** Provider entry of the call; another entry is allowed only after the last intent was retracted. */
  readonly provider: string;
  /** Maximum possible cost of the provider call. */
  readonly exposureMicros: Micros;
}

export interface ExternalJournal {
  /** `refused`: a cancel was requested or the execution is under review, so nothing may be sent. `lost`: the claim was lost. */
  readonly dispatch: (intent: Intent) => Promise<'committed' | 'refused' | 'lost'>;
  /** Retracts the intent of a call that provably never reached the provider. False: the claim was lost. */
  readonly undelivered: (step: LeasedStep) => Promise<boolean>;
  /** Stores the provider's id of the call. False: the claim was lost. */
  readonly submitted: (step: LeasedStep, ref: string) => Promise<boolean>;
}

export function createExternalJournal(database: Database): ExternalJournal {
  return {
    async dispatch({ projectId, id, claimToken, index, token, provider, exposureMicros }) {
      const [row] = await database.rows<{ state: 'committed' | 'refused' | 'lost' }>(Prisma.sql`
        SELECT execution_step_dispatch(${projectId}, ${id}, ${claimToken}::uuid, ${index}::integer, ${token}, ${exposureMicros}::bigint, ${provider}) AS state`);
      return row?.state ?? 'lost';
    },
    async undelivered({ projectId, id, claimToken, index }) {
      const [row] = await database.rows<{ leased: boolean }>(
        Prisma.sql`SELECT execution_step_undelivered(${projectId}, ${id}, ${claimToken}::uuid, ${index}::integer) AS leased`,
      );
      return row?.leased === true;
    },
    async submitted({ projectId, id, claimToken, index }, ref) {
      const [row] = await database.rows<{ leased: boolean }>(
        Prisma.sql`SELECT execution_step_submitted(${projectId}, ${id}, ${claimToken}::uuid, ${index}::integer, ${ref}) AS leased`,
      );
      return row?.leased === true;
    },
  };
}
