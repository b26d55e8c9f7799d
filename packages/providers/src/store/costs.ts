/** Costs of providers that were booked by a tariff, and what the providers say of them later. What was booked never changes. */
import { type Database, Prisma } from '@farebox/db';
import type { Micros } from '@farebox/kernel';

/** A step whose provider has not said yet what it cost. */
export interface BookedStep {
  readonly projectId: string;
  readonly executionId: string;
  readonly step: number;
}

export interface DueInvoice extends BookedStep {
  readonly provider: string;
  /** What the provider calls it; null where it never said. */
  readonly ref: string | null;
}

export interface ProviderCosts {
  /** Those to be asked for now; each is claimed, and due again after a growing pause. */
  readonly due: (
    providers: readonly string[],
    limit: number,
    backoffSeconds?: number,
  ) => Promise<readonly DueInvoice[]>;
  /** Answers what the operator bears of it, below zero what was booked too much; null when nothing waited for it. */
  readonly statedLate: (booked: BookedStep, stated: Micros) => Promise<bigint | null>;
}

interface DueRow {
  readonly project_id: string;
  readonly execution_id: string;
  readonly step: number;
  readonly provider: string;
  readonly ref: string | null;
}

const BACKOFF_SECONDS = 600;

export function createProviderCosts(database: Database): ProviderCosts {
  return {
    async due(providers, limit, backoffSeconds = BACKOFF_SECONDS) {
      const rows = await database.rows<DueRow>(Prisma.sql`
        SELECT * FROM provider_cost_due(${[...providers]}::text[], ${limit}::integer,
                                        make_interval(secs => ${backoffSeconds}::double precision))`);
      return rows.map(({ project_id: projectId, execution_id: executionId, ...row }) => ({
        projectId,
        executionId,
        ...row,
      }));
    },
    async statedLate({ projectId, executionId, step }, stated) {
      const [row] = await database.rows<{ borne: bigint | null }>(Prisma.sql`
        SELECT provider_cost_stated_late(${projectId}, ${executionId}, ${step}::integer, ${stated}::bigint) AS borne`);
      return row?.borne ?? null;
    },
  };
}
