/**
 * Embedded mode, started as a newcomer starts it: one command, a folder and a port. A second gateway on the same database and files has
 * execution switched off.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { respondsOk, startApps, type StartedApps, startProgram } from '@farebox/testing';
import type { RunningSystem } from './running-system.ts';

const CLI = resolve(import.meta.dirname, '../../../packages/cli/src/main.ts');
/** Offers the tool for slow and failing work. */
const REHEARSAL = { FAREBOX_REHEARSAL: 'true' };
/** A first start creates a database and applies every migration. */
const START_TIMEOUT_MS = 240_000;

export async function startEmbedded(directory: string): Promise<RunningSystem> {
  const port = await freePort();
  const dataDirectory = join(directory, 'data');
  const note = join(dataDirectory, 'runtime.json');
  const program = startProgram({
    name: 'start',
    directory,
    command: [process.execPath, CLI, 'start', '--data-dir', dataDirectory, '--port', String(port)],
    // Every other setting is the default.
    env: REHEARSAL,
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    // The supervisor writes its file when every app is ready.
    const works = async (): Promise<boolean> => existsSync(note) && (await respondsOk(`${url}/readyz`)());
    await program.ready(works, START_TIMEOUT_MS);
    const closed = await startClosedGateway(directory, { dataDirectory, note });
    return {
      gatewayUrls: [url],
      closedGatewayUrl: closed.gatewayUrls[0] as string,
      fixturesEnv: {},
      fixturesArgs: ['--data-dir', dataDirectory],
      stop: async () => {
        await closed.stop();
        await program.stop();
      },
    };
  } catch (error) {
    await program.stop();
    throw error;
  }
}

/** Uses the secrets and the database that the started system created for itself. */
async function startClosedGateway(
  directory: string,
  { dataDirectory, note }: { readonly dataDirectory: string; readonly note: string },
): Promise<StartedApps> {
  const { databaseUrl, secretsFile } = readJson(note) as RuntimeNote;
  const env = {
    ...REHEARSAL,
    ...readJson(secretsFile),
    DATABASE_URL: databaseUrl,
    FAREBOX_DATA_DIR: join(dataDirectory, 'files'),
    FAREBOX_OPERATOR_PORT: '0',
    FAREBOX_EXECUTION_ENABLED: 'false',
  };
  return await startApps({ directory, env, gateways: { 'gateway-closed': {} }, imageWorkers: 0, keepers: 0 });
}

interface RuntimeNote extends Record<string, string> {
  readonly databaseUrl: string;
  readonly secretsFile: string;
}

const readJson = (path: string): Record<string, string> =>
  JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
