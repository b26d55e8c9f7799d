/**
 * Circuit breakers of external providers, shared through PostgreSQL: a provider that fails again and again is left alone for a
 * while. A hint: whoever cannot read it goes on as if every circuit were closed.
 */
import { type Database, Prisma } from '@farebox/db';

export interface Circuits {
  /** How a call went. Five failures in a row open the circuit for 30 s, each further one longer; a success closes it. */
  readonly report: (provider: string, outcome: 'ok' | 'failed') => Promise<void>;
  /** Providers that are not to be called now. */
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
