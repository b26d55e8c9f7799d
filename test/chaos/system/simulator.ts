/** The simulated providers: one process with a cost log that survives its death. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { newPort } from './ports.ts';
import { simulatorSettings } from '@farebox/simulator';
import { createProcess, type Process } from './process.ts';

const MAIN = resolve(import.meta.dirname, '../../../packages/simulator/src/main.ts');

export interface Simulator {
  readonly port: number;
  readonly process: Process;
  readonly costLog: string;
  /** Secrets that may exist only in the environment of a worker. */
  readonly keys: readonly string[];
  /** Settings of a process that reaches the simulator by this port. */
  readonly settings: (port: number | undefined) => Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

const OPENAI_KEY = 'sk-chaos-openai-3f8a61c0b7';
const PREDICTIONS_KEY = 'r8-chaos-predictions-9d27e4';
/** One provider recognises a call that is repeated under its token; the other does not. */
const IDEMPOTENT = { FAREBOX_OPENAI_IDEMPOTENT: 'false', FAREBOX_PREDICTIONS_IDEMPOTENT: 'true' };

export async function startSimulator(directory: string, logs: string): Promise<Simulator> {
  const port = await newPort();
  const folder = join(directory, 'simulator');
  mkdirSync(folder);
  const server = createProcess({
    name: 'simulator',
    command: [process.execPath, MAIN],
    env: {
      FAREBOX_SIMULATOR_PORT: String(port),
      FAREBOX_SIMULATOR_DIR: folder,
      FAREBOX_SIMULATOR_IDEMPOTENT: 'predictions',
    },
    logs,
    restarts: true,
  });
  server.start();
  return {
    port,
    process: server,
    costLog: join(folder, 'costs.jsonl'),
    keys: [OPENAI_KEY, PREDICTIONS_KEY],
    settings: (reached) => ({
      ...simulatorSettings(`http://127.0.0.1:${reached}`),
      FAREBOX_OPENAI_KEY: OPENAI_KEY,
      FAREBOX_PREDICTIONS_KEY: PREDICTIONS_KEY,
      ...IDEMPOTENT,
    }),
    stop: () => server.kill(),
  };
}
