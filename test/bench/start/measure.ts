/**
 * Starts the whole system as `npm start` does, alternately from its bundles and from its sources, on existing data. Measures the time until it is
 * ready and its memory ten seconds later. The first start of each does not count: it creates the data, the bundles and Node's compile cache.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, startProcess } from '@farebox/testing';
import { type Held, nodeProcesses } from './processes.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const BOOTSTRAP = join(ROOT, 'packages/cli/bootstrap.mjs');
const IDLE_MS = 10_000;
const STOP_SECONDS = 60;

const SIDES = {
  bundles: ['start'],
  sources: ['run', join(ROOT, 'packages/cli/src/main.ts'), 'start'],
} as const;

export interface Started {
  /** From the command until all apps are ready, without npm's own time. */
  readonly seconds: number;
  /** Processor time of the gateway until it is ready. */
  readonly gatewayCpuUs: number;
  /** Memory after ten seconds without a request. */
  readonly held: readonly Held[];
}

export type Starts = Readonly<Record<keyof typeof SIDES, readonly Started[]>>;

export async function measureStarts(rounds: number, say: (line: string) => void): Promise<Starts> {
  const directory = mkdtempSync(join(tmpdir(), 'farebox-starts-'));
  chmodSync(directory, 0o755); // the user that runs PostgreSQL must be able to enter
  const starts = { bundles: [] as Started[], sources: [] as Started[] };
  try {
    for (let round = 0; round <= rounds; round++) {
      for (const side of ['bundles', 'sources'] as const) {
        say(`start from ${side}, ${round === 0 ? 'the first, not counted' : `${round} of ${rounds}`}`);
        starts[side].push(await startOnce(SIDES[side], directory));
      }
    }
    return { bundles: starts.bundles.slice(1), sources: starts.sources.slice(1) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function startOnce(args: readonly string[], directory: string): Promise<Started> {
  const where = ['--data-dir', join(directory, 'data'), '--port', String(await freePort())];
  const began = performance.now();
  const command = [process.execPath, BOOTSTRAP, ...args, ...where];
  await using system = startProcess({ command, cwd: ROOT, stderr: 'keep', stopSeconds: STOP_SECONDS });
  await system.said(/To rehearse/);
  const seconds = (performance.now() - began) / 1000;
  const gatewayCpuUs = nodeProcesses(system.pid).find(({ name }) => name === 'gateway')?.cpuUs ?? 0;
  await pause(IDLE_MS);
  const held = nodeProcesses(system.pid);
  await system.end('SIGTERM');
  return { seconds, gatewayCpuUs, held };
}
