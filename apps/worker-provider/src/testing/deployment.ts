/** The app as a process, with a real database, queue and simulator, and a project that buys from it. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Catalog, createCatalog, providerOffersOf, simulatedOffersOf } from '@farebox/catalog';
import { type Database, Prisma } from '@farebox/db';
import { createExecutionStore } from '@farebox/executions';
import { KNOWN_SETTINGS, micros, readConfig } from '@farebox/kernel';
import { readUsage, topUp } from '@farebox/ledger';
import { createOrganization, createProject } from '@farebox/identity';
import { createPostgresQueue, preparePostgresQueue } from '@farebox/queue';
import { type CostLine, type Provider, simulatorSettings, startSimulator } from '@farebox/simulator';
import { openTestDatabase, type RunningProcess, startProcess, testDatabase } from '@farebox/testing';
import { providerFields } from '../config.ts';

type Executions = ReturnType<typeof createExecutionStore>;
/** A call as the catalog plans it. */
type Quoted = Extract<ReturnType<Catalog['quote']>, { ok: true }>;
type Execution = NonNullable<Awaited<ReturnType<Executions['get']>>>;

interface Booked {
  readonly stated_micros: bigint | null;
  readonly derived_micros: bigint | null;
  readonly booked_micros: bigint;
  readonly late_micros: bigint | null;
}

export interface Deployment extends AsyncDisposable {
  readonly start: () => Promise<RunningProcess>;
  /** Quotes, accepts and queues an execution; returns its id. */
  readonly buy: (
    tool: string,
    input: Readonly<Record<string, unknown>>,
    environment?: 'live' | 'test',
  ) => Promise<string>;
  readonly database: Database;
  readonly projectId: string;
  /** Accepts and queues an execution; returns its id. */
  readonly accept: (quoted: Quoted) => Promise<string>;
  readonly notify: (id: string) => Promise<unknown>;
  readonly get: (id: string) => Promise<Execution>;
  /** Steps whose provider call has a name. */
  readonly named: (id: string) => Promise<readonly number[]>;
  readonly requestCancel: (id: string) => Promise<unknown>;
  readonly heldMicros: () => Promise<bigint>;
  /** Claims of the executions, and their counted attempts. */
  readonly claims: () => Promise<readonly object[]>;
  readonly costs: () => readonly CostLine[];
  /** Costs of the simulator for test projects. */
  readonly testCosts: () => readonly CostLine[];
  /** Booked costs in the database. */
  readonly booked: () => Promise<readonly Booked[]>;
}

export function startApp(env: Readonly<Record<string, string>>): RunningProcess {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  return startProcess({
    command: [process.execPath, main],
    env: { FAREBOX_METRICS_PORT: '0', FAREBOX_URL_SECRET: 'x'.repeat(32), ...env },
    stderr: 'keep',
    channel: true,
  });
}

const silent = { warn: () => {} };

export async function openDeployment(
  options: {
    readonly idempotent?: readonly Provider[];
    readonly env?: Readonly<Record<string, string>>;
    /** False: the worker does not get the simulator's address. */
    readonly simulatorAtWork?: boolean;
    /** Folder of the files; default: a new one. */
    readonly directory?: string;
  } = {},
): Promise<Deployment> {
  const test = await testDatabase();
  await preparePostgresQueue(test.appUrl);
  const directory = options.directory ?? (await mkdtemp(join(tmpdir(), 'farebox-provider-app-')));
  const { idempotent = [] } = options;
  const simulator = await startSimulator({ directory, idempotent, crash: 'pause' });
  const forTests = await startSimulator({ directory: join(directory, 'tests'), idempotent: [], crash: 'pause' });
  const settings = { ...simulatorSettings(simulator.url), FAREBOX_SIMULATOR_URL: forTests.url, ...options.env };
  const database = openTestDatabase({ url: test.url, poolMax: 4, applicationName: 'test' });
  const queue = createPostgresQueue({ databaseUrl: test.url, logger: silent });
  const executions = createExecutionStore(database);
  const organizationId = await createOrganization(database, 'Test');
  const projectId = await createProject(database, { organizationId, name: 'Test' });
  await topUp(database, { projectId, amountMicros: micros(50_000_000n), reference: 'start' });
  const config = readConfig(providerFields(settings), settings, KNOWN_SETTINGS);
  const catalogs = {
    live: createCatalog({ rehearsal: false, providers: providerOffersOf(config) }),
    test: createCatalog({ rehearsal: false, providers: simulatedOffersOf(config) }),
  };
  const apps: RunningProcess[] = [];
  const notify = (id: string) =>
    queue.notify('provider', [{ projectId, executionId: id, epoch: Math.floor(performance.now()) }]);
  const accept = async (quoted: Quoted): Promise<string> => {
    const key = { keyId: 'key_one', keyLineage: 'key_one', idempotencyKey: randomUUID(), bodyHash: 'ab'.repeat(32) };
    const outcome = await executions.accept({ ...quoted, ...key, projectId });
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind);
    await notify(outcome.execution.id);
    return outcome.execution.id;
  };
  return {
    database,
    projectId,
    accept,
    async start() {
      const app = startApp({
        DATABASE_URL: test.appUrl,
        FAREBOX_DATA_DIR: directory,
        FAREBOX_LEASE_SECONDS: '2',
        ...settings,
        ...(options.simulatorAtWork === false ? { FAREBOX_SIMULATOR_URL: '' } : {}),
      });
      apps.push(app);
      app.child.stderr?.pipe(process.stderr);
      await app.said(/"working"/);
      return app;
    },
    async buy(tool, input, environment = 'live') {
      const catalog = catalogs[environment];
      const prepared = catalog.prepare({ tool, arguments: input });
      if (!prepared.ok) throw new Error(prepared.message);
      const quoted = catalog.quote(prepared, new Map());
      if (!quoted.ok) throw new Error(quoted.message);
      return await accept(quoted);
    },
    notify,
    async get(id) {
      const found = await executions.get(projectId, id);
      if (found === null) throw new Error(`no execution ${id}`);
      return found;
    },
    named: async (id) =>
      (
        await database.rows<{ index: number }>(
          Prisma.sql`SELECT index FROM execution_step WHERE execution_id = ${id} AND ref IS NOT NULL`,
        )
      ).map(({ index }) => index),
    requestCancel: (id) => executions.requestCancel({ projectId, id, keyLineage: 'key_one', role: 'ADMIN' }),
    heldMicros: async () => (await readUsage(database, projectId))?.heldMicros ?? 0n,
    claims: () => database.prisma.$queryRaw<object[]>`SELECT attempts, claim_token FROM execution`,
    costs: () => simulator.costs(),
    testCosts: () => forTests.costs(),
    booked: () =>
      database.rows<Booked>(Prisma.sql`
        SELECT stated_micros, derived_micros, booked_micros, late_micros FROM provider_cost ORDER BY execution_id, step`),
    async [Symbol.asyncDispose]() {
      await Promise.all(apps.map((app) => app.end('SIGKILL')));
      await Promise.all([simulator.close(), forTests.close(), queue.close()]);
      await database.close();
      await test.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
