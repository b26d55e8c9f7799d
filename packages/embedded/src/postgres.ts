/**
 * Starts and stops the server. It never outlives the process that asked for it, even when that is killed, and never
 * listens on anything but the loopback interface, with a password that only this user can read.
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
import { prepareDirectory } from './place.ts';
import { freePort, isPortFree } from './port.ts';
import { DATABASE, type Role, SUPERUSER } from './roles.ts';

export interface StartPostgresOptions {
  /** Everything of this server lives here; made when missing. */
  readonly directory: string;
  /** Left out: any free port. */
  readonly port?: number;
  /** False only for data that is thrown away (tests): commits are not flushed to disk. Default true. */
  readonly durable?: boolean;
  /** Default 100. */
  readonly connectionsMax?: number;
}

export interface EmbeddedPostgres {
  /** postgres:// URL with password, database included: of the application's role. */
  readonly url: string;
  /** The same, of the owner: for migrations alone. */
  readonly ownerUrl: string;
  /** Resolves when the server is gone, asked to stop or not. */
  readonly ended: Promise<void>;
  /** Idempotent. Open connections are ended, everything committed is kept. */
  readonly stop: () => Promise<void>;
}

const FIXED = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'log_timezone=UTC', 'timezone=UTC'];
const THROWAWAY = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off'];
const ATTEMPTS_MAX = 5;
const ATTEMPT_PAUSE_MS = 300;

/**
 * Resolves when the server answers; rejects with EmbeddedPostgresError. A server left behind in `directory` is ended
 * first, so a caller that shares the folder with other processes needs a lock around this.
 */
export async function startPostgres(options: StartPostgresOptions): Promise<EmbeddedPostgres> {
  const { urlOf, server } = await startServer(options, false);
  return { url: urlOf('farebox_app'), ownerUrl: urlOf('farebox_owner'), ...server };
}

/** For tests alone: the data is thrown away, and `url` is the superuser's, who may do to it what nobody else can. */
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

/** PostgreSQL itself would say it too, at the end of a log. */
function requireSameMajor(directory: string): void {
  const [made, here] = [dataMajorOf(directory), packagedMajor()];
  if (made !== null && made !== here)
    throw new EmbeddedPostgresError(
      `The data is of PostgreSQL ${made}, and this version brings ${here}: docs/backup-and-restore.md tells how to upgrade it.`,
    );
}

/** A port that was free a moment ago may be taken now, and the memory of a killed server may linger: so several attempts. */
async function bind(fixed: number | undefined, start: (port: number) => Promise<Guarded>): Promise<Bound> {
  for (let attempt = 1; ; attempt++) {
    const port = fixed ?? (await freePort());
    if (!(await isPortFree(port)))
      throw new EmbeddedPostgresError(`Port ${port} for PostgreSQL is taken: choose another one.`);
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
