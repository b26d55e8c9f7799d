/** Records how an interrupted migration ended, after a person has checked, because the database cannot know. */
import type pg from 'pg';
import { builtIndex, dropInvalid, indexState } from './concurrent-index.ts';
import { connect } from './connect.ts';
import { MigrationError } from './error.ts';
import { type MigrationFile, migrationFiles, PRISMA_FOLDER } from './files.ts';
import { openHistory, recordEnd, recordRolledBack } from './history.ts';
import { statementsOf } from './statements.ts';
import { takeTurn, type TurnOptions } from './turn.ts';

export interface Resolution {
  readonly name: string;
  /**
   * `applied`: all of it is in the database, so it never runs again. `rolled-back`: nothing of it is, so the next run
   * starts it again.
   */
  readonly as: 'applied' | 'rolled-back';
}

/** Exactly one of the two flags must be set; otherwise null. */
export function resolutionOf(flags: {
  readonly applied: boolean;
  readonly rolledBack: boolean;
}): Resolution['as'] | null {
  if (flags.applied === flags.rolledBack) return null;
  return flags.applied ? 'applied' : 'rolled-back';
}

export interface ResolveOptions extends TurnOptions {
  readonly prismaFolder?: string;
}

/** Throws MigrationError if the migration is not interrupted, or if the database contradicts the claim. */
export async function resolveMigration(
  databaseUrl: string,
  { name, as }: Resolution,
  options: ResolveOptions = {},
): Promise<void> {
  const file = (await migrationFiles(options.prismaFolder ?? PRISMA_FOLDER)).find((each) => each.name === name);
  if (file === undefined) throw new MigrationError(`this version has no migration ${name}`);
  const client = await connect(databaseUrl);
  try {
    await takeTurn(client, options);
    const id = await interruptedId(client, name);
    const index = file.isTransaction ? null : builtIndex(statementsOf(file.sql)[0] ?? '');
    if (as === 'rolled-back') {
      if (index !== null) await dropInvalid(client, index);
      await recordRolledBack(client, id);
    } else {
      if (index !== null) await requireValid(client, index, file);
      await recordEnd(client, id);
    }
  } finally {
    await client.end();
  }
}

async function interruptedId(client: pg.Client, name: string): Promise<string> {
  const row = (await openHistory(client)).get(name);
  if (row === undefined) throw new MigrationError(`migration ${name} was not started: there is nothing to resolve`);
  if (row.isFinished) throw new MigrationError(`migration ${name} is applied: there is nothing to resolve`);
  return row.id;
}

async function requireValid(client: pg.Client, index: string, { name }: MigrationFile): Promise<void> {
  const state = await indexState(client, index);
  if (state !== 'valid')
    throw new MigrationError(
      `the index ${index} of ${name} is ${state}: use --rolled-back, and the next run builds it`,
    );
}
