/** Provider costs that were booked by a tariff, and the amounts that providers state later. A booked cost never changes. */
import { type Database, Prisma } from '@farebox/db';
import type { Micros } from '@farebox/kernel';

/** A step whose provider has not stated its cost yet. */
export interface BookedStep {
  readonly projectId: string;
  readonly executionId: string;
  readonly step: number;
}

export interface DueInvoice extends BookedStep {
  readonly provider: string;
  /** The provider's id of the call; null if it is unknown. */
  readonly ref: string | null;
}

export interface ProviderCosts {
  /** Claims the steps to query now; each is due again after a growing pause. */
  readonly due: (
    providers: readonly string[],
    limit: number,
    backoffSeconds?: number,
  ) => Promise<readonly DueInvoice[]>;
  /** For each of these providers with a step whose cost may still be stated: the model of the last such step. */
  readonly awaited: (providers: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** Returns the operator's share, negative if too much was booked; null if no statement was pending. */
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
    async awaited(providers) {
      const rows = await database.rows<{ provider: string; model: string }>(Prisma.sql`
        SELECT DISTINCT ON (provider) provider, model FROM provider_cost
        WHERE lookup_at IS NOT NULL AND provider = ANY (${[...providers]}::text[]) ORDER BY provider, recorded_at DESC`);
      return new Map(rows.map(({ provider, model }) => [provider, model]));
    },
    async statedLate({ projectId, executionId, step }, stated) {
      const [row] = await database.rows<{ borne: bigint | null }>(Prisma.sql`
        SELECT provider_cost_stated_late(${projectId}, ${executionId}, ${step}::integer, ${stated}::bigint) AS borne`);
      return row?.borne ?? null;
    },
  };
}
