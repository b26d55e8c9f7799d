/**
 * Starts and stops the server. It never outlives the process that started it, even if that is killed. It listens only
 * on the loopback interface, with a password that only this user can read.
 */
import { resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dataMajorOf } from './adopt.ts';
import { findBinaries, packagedMajor } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { EmbeddedPostgresError } from './error.ts';
import { type Guarded, guard } from './guard.ts';
import { endLeftover } from './leftover.ts';
import { serverOwner } from './owner.ts';
import { prepareDirectory } from './directory.ts';
import { freePort, isPortFree } from './port.ts';
import { DATABASE, type Role, SUPERUSER } from './roles.ts';

export interface StartPostgresOptions {
  /** Contains everything of this server; created if missing. */
  readonly directory: string;
  /** Fixed port; if omitted, any free port. */
  readonly port?: number;
  /** False only for temporary data (tests): commits are not flushed to disk. Default true. */
  readonly durable?: boolean;
  /** Default 100. */
  readonly connectionsMax?: number;
}

export interface EmbeddedPostgres {
  /** postgres:// URL with password and database, for the application's role. */
  readonly url: string;
  /** URL for the owner of the tables; only for migrations. */
  readonly ownerUrl: string;
  /** Resolves when the server has ended, requested or not. */
  readonly ended: Promise<void>;
  /** Idempotent. Closes open connections; committed data is kept. */
  readonly stop: () => Promise<void>;
}

const FIXED = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'log_timezone=UTC', 'timezone=UTC'];
const THROWAWAY = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];
const ATTEMPTS_MAX = 5;
const ATTEMPT_PAUSE_MS = 300;

/**
 * Resolves when the server responds; rejects with EmbeddedPostgresError. It first ends a server that was left behind in
 * `directory`. So a caller that shares the folder with other processes needs a lock around this.
 */
export async function startPostgres(options: StartPostgresOptions): Promise<EmbeddedPostgres> {
  const { urlOf, server } = await startServer(options, false);
  return { url: urlOf('farebox_app'), ownerUrl: urlOf('farebox_owner'), ...server };
}

/** For tests only: the data is temporary, and `url` is the superuser's, who has all privileges. */
export async function startTestPostgres(
  options: StartPostgresOptions,
): Promise<EmbeddedPostgres & { readonly appUrl: string }> {
  const { urlOf, server } = await startServer({ durable: false, ...options }, true);
  return { url: urlOf(SUPERUSER), ownerUrl: urlOf('farebox_owner'), appUrl: urlOf('farebox_app'), ...server };
}

async function startServer(options: StartPostgresOptions, superuser: boolean) {
  const { durable = true, connectionsMax = 100 } = options;
  const owner = serverOwner();
  const binaries = findBinaries(owner);
  const directory = prepareDirectory(resolve(options.directory), owner);
  requireSameMajor(directory);
  const cluster = await openCluster({ directory, binaries, owner, durable, superuser });
  await endLeftover({ binaries, owner, cluster: cluster.directory });
  const settings = [`max_connections=${connectionsMax}`, ...(durable ? [] : THROWAWAY)];
  const { port, server } = await bind(options.port, (chosen) =>
    guard({ binaries, owner, cluster: cluster.directory, settings: [...FIXED, `port=${chosen}`, ...settings] }),
  );
  const urlOf = (role: Role): string => `postgres://${role}:${cluster.passwords[role]}@127.0.0.1:${port}/${DATABASE}`;
  return { urlOf, server };
}

/** PostgreSQL would only report it at the end of a log. */
function requireSameMajor(directory: string): void {
  const [made, here] = [dataMajorOf(directory), packagedMajor()];
  if (made !== null && made !== here)
    throw new EmbeddedPostgresError(
      `The data is of PostgreSQL ${made}, but this version has PostgreSQL ${here}: docs/backup-and-restore.md describes the upgrade.`,
    );
}

/**
 * Tries several times, because a port that was free a moment ago may be taken, and the shared memory of a killed server
 * may remain for a moment.
 */
async function bind(fixed: number | undefined, start: (port: number) => Promise<Guarded>): Promise<Bound> {
  for (let attempt = 1; ; attempt++) {
    const port = fixed ?? (await freePort());
    if (!(await isPortFree(port)))
      throw new EmbeddedPostgresError(`Port ${port} for PostgreSQL is taken: choose another port.`);
    try {
      return { port, server: await start(port) };
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error;
      await pause(ATTEMPT_PAUSE_MS);
    }
  }
}

interface Bound {
  readonly port: number;
  readonly server: Guarded;
}
