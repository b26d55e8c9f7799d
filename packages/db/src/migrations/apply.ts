/** Applies one migration: in one transaction with its row of the history, or outside of any where its first line says so. */
import type pg from 'pg';
import { builtIndex, dropInvalid, indexState } from './concurrent-index.ts';
import { MigrationError } from './error.ts';
import type { MigrationFile } from './files.ts';
import { type HistoryRow, recordApplied, recordBegin, recordEnd, recordFailure, recordRolledBack } from './history.ts';
import { statementsOf } from './statements.ts';

/** Answers whether it did anything. Throws MigrationError when the file is not the one that was applied, or fails. */
export async function applyOne(client: pg.Client, file: MigrationFile, before?: HistoryRow): Promise<boolean> {
  if (before?.isFinished === true) {
    if (before.checksum === file.checksum) return false;
    throw new MigrationError(`migration ${file.name} was changed after it was applied: add a new one instead`);
  }
  try {
    await (file.isTransaction ? inTransaction(client, file) : outside(client, file, before));
    return true;
  } catch (error) {
    throw new MigrationError(`migration ${file.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** A failure leaves nothing, so the next run begins it again. */
async function inTransaction(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('BEGIN');
  try {
    await recordApplied(client, file);
    await client.query(file.sql);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // without a connection the server does it
    throw error;
  }
}

/** Its row is written before and after: one without an end says that a run was interrupted. */
async function outside(client: pg.Client, file: MigrationFile, before?: HistoryRow): Promise<void> {
  const index = builtIndex(statementsOf(file.sql)[0] ?? '');
  if (before !== undefined) {
    if (index !== null && before.checksum === file.checksum && (await indexState(client, index)) === 'valid')
      return await recordEnd(client, before.id);
    await recordRolledBack(client, before.id);
  }
  if (index !== null) await dropInvalid(client, index);
  const id = await recordBegin(client, file);
  try {
    await client.query(file.sql);
  } catch (error) {
    await leaveFailed(client, { id, index, error }).catch(() => {}); // without a connection the next run does it
    throw error;
  }
  await recordEnd(client, id);
}

interface Failed {
  readonly id: string;
  readonly index: string | null;
  readonly error: unknown;
}

/** An invalid index costs every write, and a unique one may refuse some, so it does not stay until the next run. */
async function leaveFailed(client: pg.Client, { id, index, error }: Failed): Promise<void> {
  await recordFailure(client, id, error);
  if (index !== null) await dropInvalid(client, index);
}

/** Whether a run that was interrupted can be repeated by itself. */
export const isRepeatable = (file: MigrationFile): boolean =>
  !file.isTransaction && builtIndex(statementsOf(file.sql)[0] ?? '') !== null;
