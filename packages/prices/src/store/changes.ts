/** Database access of gateways: read price changes, enter versions before quoting them, and publish the first table of a new database. */
import { appendEntry, lockChain, PLATFORM } from '@farebox/audit-log';
import { type PriceTable, priceVersionOf } from '@farebox/catalog';
import { type Database, Prisma, type Transaction } from '@farebox/db';
import { invariant } from '@farebox/kernel';
import type { OfferedVersion } from '../book.ts';
import type { PriceChange } from '../published.ts';
import { findTable } from './tables.ts';

export interface PriceReader {
  readonly changes: (afterRevision: number) => Promise<PriceChange>;
  /** Enters versions that may exist already. Rejects if an existing version stands for other prices. */
  readonly enter: (versions: readonly OfferedVersion[]) => Promise<void>;
  /** Publishes the table of the code if no table was ever published, as an act of the system. */
  readonly seed: (table: PriceTable) => Promise<void>;
}

export const createPriceReader = (database: Database): PriceReader => ({
  changes: async (afterRevision) => {
    const change = await database.json<PriceChange>(Prisma.sql`SELECT price_changes(${afterRevision}::bigint)`);
    invariant(change !== null, 'price_changes answers one value');
    return change;
  },
  enter: async (versions) => {
    const given = JSON.stringify(versions);
    const wrong = await database.rows<{ version: string }>(Prisma.sql`
      WITH given AS (SELECT * FROM jsonb_to_recordset(${given}::jsonb) AS g (version text, "tableVersion" text, "termsVersion" text)),
      entered AS (
        INSERT INTO price_version (version, table_version, terms_version) SELECT DISTINCT version, "tableVersion", "termsVersion" FROM given
        ON CONFLICT DO NOTHING)
      SELECT given.version FROM given JOIN price_version AS known USING (version)
      WHERE known.table_version <> given."tableVersion" OR known.terms_version IS DISTINCT FROM given."termsVersion"`);
    invariant(wrong.length === 0, 'a price version stands for one table and one set of terms');
  },
  seed: (table) => database.transaction((transaction) => seed(transaction, table)),
});

/** Takes the lock of the audit chain before that of prices, in the same order as every operator's act. */
async function seed(transaction: Transaction, table: PriceTable): Promise<void> {
  const version = priceVersionOf(table);
  await lockChain(transaction, PLATFORM);
  const [made] = await transaction.$queryRaw<{ is_first: boolean }[]>`
    SELECT price_table_seed(${version}, ${JSON.stringify(table)}::jsonb, 'system') AS is_first`;
  if (made?.is_first !== true) return;
  const first = await findTable(transaction, version);
  invariant(first !== null, 'what was published is found');
  await appendEntry(transaction, {
    chain: PLATFORM,
    actor: { kind: 'system', subject: 'gateway' },
    act: 'price.publish',
    projectId: null,
    target: version,
    before: null,
    after: { version, effectiveAt: first.effectiveAt.toISOString() },
    reason: 'the first prices of a database are those of the code',
    requestId: null,
    replay: null,
  });
}
