/** Applies one migration: in one transaction with its history row, or outside a transaction if its first line says so. */
import type pg from 'pg';
import { builtIndex, dropInvalid, indexState } from './concurrent-index.ts';
import { MigrationError } from './error.ts';
import type { MigrationFile } from './files.ts';
import { type HistoryRow, recordApplied, recordBegin, recordEnd, recordFailure, recordRolledBack } from './history.ts';
import { statementsOf } from './statements.ts';

/**
 * Returns whether the migration was applied now. Throws MigrationError if it fails, or if the file differs from the one
 * that was applied.
 */
export async function applyOne(client: pg.Client, file: MigrationFile, before?: HistoryRow): Promise<boolean> {
  if (before?.isFinished === true) {
    if (before.checksum === file.checksum) return false;
    throw new MigrationError(`migration ${file.name} was changed after it was applied: add a new migration instead`);
  }
  try {
    await (file.isTransaction ? inTransaction(client, file) : outside(client, file, before));
    return true;
  } catch (error) {
    throw new MigrationError(`migration ${file.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/** A failure leaves nothing, so the next run starts the migration again. */
async function inTransaction(client: pg.Client, file: MigrationFile): Promise<void> {
  await client.query('BEGIN');
  try {
    await recordApplied(client, file);
    await client.query(file.sql);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {}); // without a connection the server rolls back
    throw error;
  }
}

/** The history row is written before and after the statement. A row without an end shows an interrupted run. */
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
    await leaveFailed(client, { id, index, error }).catch(() => {}); // without a connection the next run cleans up
    throw error;
  }
  await recordEnd(client, id);
}

interface Failed {
  readonly id: string;
  readonly index: string | null;
  readonly error: unknown;
}

/** An invalid index slows every write, and a unique one may refuse some, so it is dropped before the next run. */
async function leaveFailed(client: pg.Client, { id, index, error }: Failed): Promise<void> {
  await recordFailure(client, id, error);
  if (index !== null) await dropInvalid(client, index);
}

/** Whether an interrupted run can be repeated without a person's decision. */
export const isRepeatable = (file: MigrationFile): boolean =>
  !file.isTransaction && builtIndex(statementsOf(file.sql)[0] ?? '') !== null;
