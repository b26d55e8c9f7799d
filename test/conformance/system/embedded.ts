/** The embedded mode, started as a newcomer starts it: one command, a folder and a port. */
import { join, resolve } from 'node:path';
import { freePort } from '@tollgate/embedded';
import { answersOk, startProgram } from '@tollgate/testing';
import type { RunningSystem } from './running-system.ts';

const CLI = resolve(import.meta.dirname, '../../../packages/cli/src/main.ts');
/** A first start makes a database and applies every migration. */
const START_TIMEOUT_MS = 90_000;

export async function startEmbedded(directory: string): Promise<RunningSystem> {
  const port = await freePort();
  const dataDirectory = join(directory, 'data');
  const program = startProgram({
    name: 'start',
    directory,
    command: [process.execPath, CLI, 'start', '--data-dir', dataDirectory, '--port', String(port)],
    // Slow and failing work on demand; everything else is as a newcomer gets it.
    env: { TOLLGATE_REHEARSAL: 'true' },
  });
  const url = `http://127.0.0.1:${port}`;
  try {
    await program.ready(answersOk(`${url}/readyz`), START_TIMEOUT_MS);
  } catch (error) {
    await program.stop();
    throw error;
  }
  return {
    gatewayUrls: [url],
    closedGatewayUrl: null,
    fixturesEnv: {},
    fixturesArgs: ['--data-dir', dataDirectory],
    stop: program.stop,
  };
}
