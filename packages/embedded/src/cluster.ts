/**
 * Makes the data directory. It is built under another name and renamed when it is whole, so a first start that was
 * interrupted leaves a folder that the next start deletes, never a half-made database.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError } from './error.ts';
import { giveTo, type Owner } from './owner.ts';
import { run } from './run.ts';

export const DATABASE = 'tollgate';
export const USER = 'tollgate';
const DRAFT_PREFIX = 'cluster.draft-';
/** An initdb whose starter was killed may still write into its draft for a moment. */
const DELETE_RETRIES_MAX = 20;

export interface Cluster {
  readonly directory: string;
  readonly password: string;
}

export interface ClusterOptions {
  readonly directory: string;
  readonly binaries: Binaries;
  readonly owner: Owner;
  /** False only where the data is thrown away anyway (tests): nothing is flushed to disk. */
  readonly durable: boolean;
}

/** The whole cluster in `<directory>/cluster`, made now if it is not there. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const directory = join(options.directory, 'cluster');
  const passwordFile = join(options.directory, 'password');
  removeDrafts(options.directory);
  if (!existsSync(join(directory, 'PG_VERSION'))) await createCluster(options, { directory, passwordFile });
  return { directory, password: readFileSync(passwordFile, 'utf8').trim() };
}

function removeDrafts(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (name.startsWith(DRAFT_PREFIX))
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: DELETE_RETRIES_MAX });
  }
}

type Paths = Readonly<Record<'directory' | 'passwordFile', string>>;

async function createCluster(options: ClusterOptions, { directory, passwordFile }: Paths): Promise<void> {
  const draft = join(options.directory, `${DRAFT_PREFIX}${process.pid}`);
  // Written before the cluster exists: a cluster that is there always has its password beside it.
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 });
  giveTo(options.owner, passwordFile);
  await initialise(options, draft, passwordFile);
  await createDatabase(options, draft);
  renameSync(draft, directory);
}

async function initialise(
  { binaries, owner, durable }: ClusterOptions,
  draft: string,
  passwordFile: string,
): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const access = [`--username=${USER}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  const sync = durable ? [] : ['--no-sync'];
  const { ok, said } = await run(binaries.initdb, ['-D', draft, ...access, ...locale, ...sync], owner);
  if (!ok) throw new EmbeddedPostgresError('PostgreSQL could not make its data directory.', said);
}

/** Through the single-user server: no port, no client and no second program is needed. */
async function createDatabase({ binaries, owner }: ClusterOptions, draft: string): Promise<void> {
  const input = `CREATE DATABASE ${DATABASE}\n`;
  const { ok, said } = await run(binaries.postgres, ['--single', '-D', draft, 'postgres'], { ...owner, input });
  if (!ok || /ERROR|FATAL/.test(said)) throw new EmbeddedPostgresError('PostgreSQL could not make its database.', said);
}
