/** Simulated providers for a system under test: the simulator as a process of its own, and the settings that point to it. */
import { resolve } from 'node:path';
import { freePort } from '@farebox/embedded';
import { simulatorSettings } from '@farebox/simulator';
import { respondsOk, startProgram } from '@farebox/testing';

const MAIN = resolve(import.meta.dirname, '../../../packages/simulator/src/main.ts');
const READY_TIMEOUT_MS = 45_000;
/** If a provider that ignores tokens loses a response, the execution goes under review after a second. */
const HURRIED = { FAREBOX_PROVIDER_UNKNOWN_SECONDS: '1' };

type Env = Readonly<Record<string, string>>;

export interface Simulated {
  /** Settings for gateways and workers. */
  readonly offer: Env;
  /** Settings for the worker only, as in compose.yaml. */
  readonly workerSettings: Env;
  readonly stop: () => Promise<void>;
}

/** Resolves when the simulator accepts requests. Only its predictions API honours an Idempotency-Key. */
export async function startSimulator(directory: string): Promise<Simulated> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    FAREBOX_SIMULATOR_PORT: port,
    FAREBOX_SIMULATOR_DIR: `${directory}/simulator`,
    FAREBOX_SIMULATOR_IDEMPOTENT: 'predictions',
  };
  const program = startProgram({ name: 'simulator', directory, command: [process.execPath, MAIN], env });
  await program.ready(respondsOk(`${url}/_simulator/costs`), READY_TIMEOUT_MS);
  const settings = Object.entries({ ...simulatorSettings(url), ...HURRIED });
  const isOffer = ([name]: [string, string]): boolean => /_(URL|MODELS)$/.test(name);
  return {
    offer: Object.fromEntries(settings.filter(isOffer)),
    workerSettings: Object.fromEntries(settings.filter((each) => !isOffer(each))),
    stop: program.stop,
  };
}
