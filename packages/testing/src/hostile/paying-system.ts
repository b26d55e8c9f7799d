/** A gateway, workers and a keeper with two paying projects, in a temporary folder, so that leftover files are visible. */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startApps } from '../apps.ts';
import { testDatabase } from '../database.ts';
import { runProcess } from '../start-process.ts';
import { type Customer, customerOf } from './customer.ts';

export interface PayingSystemOptions {
  readonly imageWorkers?: number;
  readonly avWorkers?: number;
  /** Additional environment of gateways and workers. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface PayingSystem extends AsyncDisposable {
  /** The customer that sends damaged files, and the one that must be served meanwhile. */
  readonly attacker: Customer;
  readonly neighbour: Customer;
  readonly workerPids: readonly number[];
  /** Folders that runs left where programs and workers put them; must be empty after all runs. */
  readonly leftOfRuns: () => readonly string[];
}

/** Opens the first project as operators do; by path, because identity is tested with this package. */
const OPEN_PROJECT = resolve(import.meta.dirname, '../../../identity/src/projects/main.ts');
const BALANCE_USD = '1000000';

export async function openPayingSystem(options: PayingSystemOptions): Promise<PayingSystem> {
  const { imageWorkers = 0, avWorkers = 0, env = {} } = options;
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(join(tmpdir(), 'farebox-hostile-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const rooms = join(directory, 'tmp');
  mkdirSync(rooms);
  // Programs of other users must enter these folders, as they do the system's temporary folder.
  for (const each of [directory, rooms]) chmodSync(each, 0o755);
  const database = stack.use(await testDatabase());
  const pepper = randomBytes(32).toString('hex');
  const account = { DATABASE_URL: database.appUrl, FAREBOX_KEY_PEPPER: pepper };
  const keys = await Promise.all([openProject('attacker', account), openProject('neighbour', account)]);
  const apps = await startApps({
    directory,
    env: {
      ...account,
      TMPDIR: rooms,
      FAREBOX_DATA_DIR: directory,
      FAREBOX_URL_SECRET: randomBytes(32).toString('hex'),
      // The rate limit is not under test.
      FAREBOX_RATE_LIMIT_PER_MINUTE: '1000000',
      FAREBOX_OPERATOR_PORT: '0',
      ...env,
    },
    gateways: { gateway: {} },
    imageWorkers,
    avWorkers,
  });
  stack.defer(() => apps.stop());
  const [gatewayUrl] = apps.gatewayUrls;
  if (gatewayUrl === undefined) throw new Error('no gateway was started');
  const opened = stack.move();
  return {
    attacker: customerOf(gatewayUrl, keys[0]),
    neighbour: customerOf(gatewayUrl, keys[1]),
    workerPids: [...apps.imageWorkerPids, ...apps.avWorkerPids],
    leftOfRuns: () => readdirSync(rooms).filter((name) => name.startsWith('farebox-run-')),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Returns its key. */
async function openProject(name: string, env: Readonly<Record<string, string>>): Promise<string> {
  const options = ['--name', name, '--admin', name, '--balance-usd', BALANCE_USD, '--test'];
  const printed = await runProcess({ command: [process.execPath, OPEN_PROJECT, ...options], env });
  return (JSON.parse(printed) as { key: string }).key;
}
