/**
 * The journal of a paid external call: the intent before anything is sent, and the name the provider gives it. Each write is
 * one SQL function by claim, and whoever gets no clear "committed" must not send.
 */
import { type Database, Prisma } from '@farebox/db';
import type { Micros } from '@farebox/kernel';
import type { LeasedExecution } from './leased.ts';

/** A step of an execution in this worker's hands. */
export interface LeasedStep extends LeasedExecution {
  readonly index: number;
}

export interface Intent extends LeasedStep {
  /** The provider's idempotency token: the same for every send of this step. */
  readonly token: string;
  /** The entry that it will be sent to; another one only after the last intent was taken back. */
  readonly provider: string;
  /** The most the call may cost. */
  readonly exposureMicros: Micros;
}

export interface ExternalJournal {
  /** `refused`: a cancel was requested or the execution is under review, so nothing may be sent. `lost`: no longer held. */
  readonly dispatch: (intent: Intent) => Promise<'committed' | 'refused' | 'lost'>;
  /** The call provably never reached the provider. False: no longer held. */
  readonly undelivered: (step: LeasedStep) => Promise<boolean>;
  /** The provider named it. False: no longer held. */
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
