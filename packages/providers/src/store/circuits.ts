/**
 * Circuit breakers of external providers, shared through PostgreSQL: a provider that keeps failing gets no provider calls
 * for a while. Circuits are a hint: a process that cannot read them treats every circuit as closed.
 */
import { type Database, Prisma } from '@farebox/db';

export interface Circuits {
  /** Reports the outcome of a provider call. Five failures in a row open the circuit for 30 s, each further one longer; a success closes it. */
  readonly report: (provider: string, outcome: 'ok' | 'failed') => Promise<void>;
  /** Returns the providers whose circuit is open. */
  readonly open: () => Promise<ReadonlySet<string>>;
}

export function createCircuits(database: Database): Circuits {
  return {
    async report(provider, outcome) {
      await database.rows(Prisma.sql`SELECT provider_circuit_report(${provider}, ${outcome === 'ok'})::text`);
    },
    async open() {
      const rows = await database.rows<{ provider: string }>(
        Prisma.sql`SELECT provider FROM provider_circuit WHERE open_until > now()`,
      );
      return new Set(rows.map(({ provider }) => provider));
    },
  };
}
