/**
 * Checks the database as an app uses it: reachable, a supported version, an allowed role, migrated, and with the right
 * time.
 */
import {
  ASYNCHRONOUS_ADVICE,
  type Database,
  type InspectedDatabase,
  inspectDatabase,
  openDatabase,
  PrivilegedRoleError,
  NotServingError,
  readReplication,
  requireOrdinaryRole,
  requireServing,
  standbysAtRisk,
} from '@farebox/db';
import { readRunners } from '@farebox/tools';
import { clockFinding } from './clock.ts';
import { type Check, failed, type Finding, ok, warning } from './finding.ts';
import { ownToolFindings } from './own-tools.ts';
import { pepperFinding } from './pepper.ts';
import { processFindings } from './processes.ts';
import type { DoctorConfig } from './settings.ts';

const MAJOR_MIN = 15;
const WHAT = 'database';

export const databaseCheck = (settings: DoctorConfig): Check => ({
  what: WHAT,
  mend: 'start PostgreSQL, and check host, port, database, user and password in DATABASE_URL',
  look: async () => {
    const found = await inspectDatabase(settings.databaseUrl.href);
    const finding = serverFinding(found);
    const clock = clockFinding('the database', found.clock);
    const migrations = migrationFinding(found);
    const isMigrated = migrations.state !== 'failed';
    const standing = finding.state === 'failed' ? [] : await standingOf(settings, isMigrated);
    return [finding, clock, migrations, ...standing];
  },
});

function serverFinding({ version, major, isStandby }: InspectedDatabase): Finding {
  if (major < MAJOR_MIN)
    return failed(WHAT, `PostgreSQL ${version}`, `upgrade the server to PostgreSQL ${MAJOR_MIN} or later`);
  if (isStandby) return failed(WHAT, 'a standby, which accepts no writes', 'set DATABASE_URL to the primary');
  return ok(WHAT, `PostgreSQL ${version} answers`);
}

const MIGRATE =
  'run the farebox-migrate of this version as the owner (deploy/README.md); in the embedded mode, npm start does it';

const laterVersion = (unknown: number): string =>
  unknown > 0 ? `${unknown} are of a later version` : 'the functions are of a later version';

function migrationFinding({ migrations, functions }: InspectedDatabase): Finding {
  const { pending, changed, unfinished, unknown } = migrations;
  const what = 'migrations';
  if (unfinished.length > 0)
    return failed(
      what,
      `started but not finished: ${unfinished.join(', ')}`,
      `${MIGRATE}: it continues, or says what to do`,
    );
  if (changed.length > 0)
    return failed(
      what,
      `applied with a different text: ${changed.join(', ')}`,
      'this database belongs to another version of Farebox: run that version, or start with an empty database',
    );
  if (pending.length > 0) return failed(what, `${pending.length} not applied, the first is ${pending[0]}`, MIGRATE);
  if (functions === 'pending') return failed(what, 'the functions are of an older version', MIGRATE);
  if (unknown.length > 0 || functions === 'newer')
    return warning(what, laterVersion(unknown.length), 'update this machine to the version of the system');
  return ok(what, 'all applied');
}

/** Runs the checks that the apps run at their start. */
async function standingOf(config: DoctorConfig, isMigrated: boolean): Promise<readonly Finding[]> {
  const { databaseUrl, allowAsyncReplica } = config;
  const database = openDatabase({ url: databaseUrl.href, poolMax: 1, applicationName: 'farebox-doctor' });
  try {
    const standing = [await roleFinding(database), await replicaFinding(database, allowAsyncReplica)];
    if (!isMigrated) return standing;
    const rights = await rightsFinding(database);
    if (rights.state === 'failed') return [...standing, rights];
    const runners = await readRunners(database);
    const processes = await processFindings(database, config, runners.length > 0);
    const tools = await ownToolFindings(database, runners, config);
    return [...standing, rights, await pepperFinding(database, config.keyPepper), ...processes, ...tools];
  } finally {
    await database.close();
  }
}

async function roleFinding(database: Database): Promise<Finding> {
  const what = 'database role';
  try {
    await requireOrdinaryRole(database);
    return ok(what, 'has no privileges beyond rows');
  } catch (error) {
    if (!(error instanceof PrivilegedRoleError)) throw error;
    return failed(
      what,
      'has privileges that no app may have',
      'create the roles with deploy/postgres/roles.sql, and connect as farebox_app',
    );
  }
}

/** An app waits at its start until the role may write. */
async function rightsFinding(database: Database): Promise<Finding> {
  const what = 'database rights';
  try {
    await requireServing(database);
    return ok(what, 'the role may read and write rows');
  } catch (error) {
    if (!(error instanceof NotServingError)) throw error;
    return failed(what, 'an app cannot serve with this role and server', error.message);
  }
}

async function replicaFinding(database: Database, allowAsyncReplica: boolean): Promise<Finding> {
  const what = 'database commits';
  const replication = await readReplication(database);
  if (!replication.isVisible)
    return warning(what, 'this role cannot see the standbys of the server', 'grant it pg_read_all_stats');
  if (allowAsyncReplica || standbysAtRisk(replication) === 0) return ok(what, 'survive a failover');
  return warning(what, 'a failover would lose the latest commits', ASYNCHRONOUS_ADVICE);
}
