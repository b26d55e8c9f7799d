/**
 * Tells which processes are at work. Workers and keepers have no port that others could ask, so each writes a row while it
 * works. The row decides nothing: it is for `farebox doctor`.
 */
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database.ts';
import { Prisma } from '../generated/client.ts';

export interface AtWork {
  readonly process: string;
  /** Such as `worker-image`. */
  readonly app: string;
  readonly host: string;
}

const EVERY_MS = 60_000;
/** A process that was not seen for so long has died; two writes may fail. */
const SEEN_SECONDS = 180;
/** Rows of processes that died are removed by the next one that writes. */
const FORGOTTEN_HOURS = 1;

export interface Announcing extends Pick<AtWork, 'process' | 'app'> {
  readonly signal: AbortSignal;
  readonly logger: { readonly warn: (facts: { readonly err: unknown }, message: string) => void };
}

/** Writes the row until `signal` aborts, then removes it. A write that fails is repeated with the next one. Never rejects. */
export async function announceWork(database: Database, { process, app, signal, logger }: Announcing): Promise<void> {
  const onFailure = (err: unknown): void =>
    logger.warn({ err }, 'cannot tell that this process is at work; trying again');
  while (!signal.aborted) {
    await database.prisma.$executeRaw(announcement({ process, app, host: hostname() })).catch(onFailure);
    await pause(EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
  }
  await database.prisma
    .$executeRaw(Prisma.sql`DELETE FROM process_at_work WHERE process = ${process}`)
    .catch(onFailure);
}

const announcement = ({ process, app, host }: AtWork): Prisma.Sql => Prisma.sql`
  WITH forgotten AS (
    DELETE FROM process_at_work WHERE seen_at < instant() - make_interval(hours => ${FORGOTTEN_HOURS}::integer) AND process <> ${process})
  INSERT INTO process_at_work (process, app, host) VALUES (${process}, ${app}, ${host})
  ON CONFLICT (process) DO UPDATE SET seen_at = instant()`;

/** The processes that were seen a moment ago. */
export const readAtWork = (database: Database): Promise<readonly AtWork[]> =>
  database.rows<AtWork>(Prisma.sql`
    SELECT process, app, host FROM process_at_work
     WHERE seen_at > instant() - make_interval(secs => ${SEEN_SECONDS}::double precision) ORDER BY app, process`);
