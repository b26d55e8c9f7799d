/**
 * Circuit breakers of external providers, shared through PostgreSQL: a provider that keeps failing gets no provider calls
 * for a while. Circuits are a hint: a process that cannot read them treats every circuit as closed.
 */
import { type Database, Prisma } from '@farebox/db';

export interface Circuits {
  /**
   * Reports the outcome of a provider call, and why it failed. Five failures in a row open the circuit for 30 s, each further
   * one longer; a success closes it.
   */
  readonly report: (provider: string, outcome: 'ok' | 'failed', failure?: string) => Promise<void>;
  /** Returns the providers whose circuit is open. */
  readonly open: () => Promise<ReadonlySet<string>>;
  /** Whether the circuit is open, of each provider that has ever failed. */
  readonly all: () => Promise<ReadonlyMap<string, boolean>>;
}

export function createCircuits(database: Database): Circuits {
  return {
    async report(provider, outcome, failure) {
      // PostgreSQL takes no NUL and no half of a character, and the failure must count whatever a service says.
      const reason = failure?.toWellFormed().replaceAll('\0', '') ?? null;
      await database.rows(
        Prisma.sql`SELECT provider_circuit_report(${provider}, ${outcome === 'ok'}, ${reason}::text)::text`,
      );
    },
    async open() {
      const rows = await database.rows<{ provider: string }>(
        Prisma.sql`SELECT provider FROM provider_circuit WHERE open_until > now()`,
      );
      return new Set(rows.map(({ provider }) => provider));
    },
    async all() {
      const rows = await database.rows<{ provider: string; open: boolean }>(
        Prisma.sql`SELECT provider, coalesce(open_until > now(), false) AS open FROM provider_circuit`,
      );
      return new Map(rows.map(({ provider, open }) => [provider, open]));
    },
  };
}
