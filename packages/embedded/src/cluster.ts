/**
 * Creates the data directory. It is built under a temporary name and renamed when complete. An interrupted first start
 * leaves a folder that the next start deletes, never a half-made database.
 */
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import { giveTo, type Owner } from './owner.ts';
import {
  accessRules,
  makePasswords,
  type Passwords,
  readPasswords,
  roleStatements,
  SUPERUSER,
  superuserPasswordFile,
} from './roles.ts';
import { run } from './run.ts';

const DRAFT_PREFIX = 'cluster.draft-';
/** An initdb whose starter was killed may still write into its temporary folder for a moment. */
const DELETE_RETRIES_MAX = 20;

export interface Cluster {
  readonly directory: string;
  readonly passwords: Passwords;
}

export interface ClusterOptions {
  readonly directory: string;
  readonly binaries: Binaries;
  readonly owner: Owner;
  /** False only for temporary data (tests): nothing is flushed to disk. */
  readonly durable: boolean;
  /** True only for temporary data: the superuser may connect. */
  readonly superuser: boolean;
}

/** The complete cluster in `<directory>/cluster`, created if missing. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const directory = join(options.directory, 'cluster');
  removeDrafts(options.directory);
  if (!existsSync(join(directory, 'PG_VERSION'))) await createCluster(options, directory);
  if (!existsSync(superuserPasswordFile(options.directory)))
    throw new EmbeddedPostgresError(
      `${options.directory} was created by a version without roles: move it away to start afresh.`,
    );
  const access = join(directory, 'pg_hba.conf');
  writeFileSync(access, accessRules(options.superuser), { mode: 0o600 });
  giveTo(options.owner, access);
  return { directory, passwords: readPasswords(options.directory) };
}

function removeDrafts(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (name.startsWith(DRAFT_PREFIX))
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: DELETE_RETRIES_MAX });
  }
}

async function createCluster(options: ClusterOptions, directory: string): Promise<void> {
  const draft = join(options.directory, `${DRAFT_PREFIX}${process.pid}`);
  makePasswords(options.directory, options.owner);
  await initialise(options, draft);
  await createRoles(options, draft);
  renameSync(draft, directory);
}

async function initialise({ binaries, owner, durable, directory }: ClusterOptions, draft: string): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${SUPERUSER}`, '--auth=scram-sha-256', `--pwfile=${superuserPasswordFile(directory)}`];
  const sync = durable ? [] : ['--no-sync'];
  const { ok, said } = await run(binaries.initdb, ['-D', draft, ...access, ...locale, ...sync], owner);
  if (!ok) throw new EmbeddedPostgresError('PostgreSQL could not create its data directory.', said);
}

/** Uses the single-user server, which needs no port, no client and no second program. */
async function createRoles({ binaries, owner, directory }: ClusterOptions, draft: string): Promise<void> {
  const input = roleStatements(readPasswords(directory));
  const { ok, said } = await run(binaries.postgres, ['--single', '-D', draft, 'postgres'], { ...owner, input });
  if (!ok || /ERROR|FATAL/.test(said)) throw new EmbeddedPostgresError('PostgreSQL could not create its roles.', said);
}
