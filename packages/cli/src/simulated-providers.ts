/**
 * `--simulator`: external services that cost nothing, so that failures and reviews can be rehearsed. Whatever real service
 * the environment names is replaced, because a rehearsal must never be billed.
 */
import { join } from 'node:path';
import { freePort, isPortFree } from '@tollgate/embedded';
import { simulatorSettings } from '@tollgate/simulator';
import type { Environment, StartOptions } from './options.ts';

const PORT = 8090;
const HOST = '127.0.0.1';

/** Seconds and minutes in place of hours and days; whoever sets them otherwise keeps them. */
const HURRIED: Environment = {
  TOLLGATE_PROVIDER_CALL_SECONDS: '20',
  TOLLGATE_PROVIDER_UNKNOWN_SECONDS: '15',
  TOLLGATE_REVIEW_RESOLVE_SECONDS: '300',
  TOLLGATE_PREDICTIONS_IDEMPOTENT: 'true',
};

/** The environment with the simulator and its settings in it. */
export async function withSimulatedProviders(options: StartOptions, env: Environment): Promise<Environment> {
  const usual = Number(env['TOLLGATE_SIMULATOR_PORT'] ?? PORT);
  const simulator = {
    TOLLGATE_SIMULATOR_DIR: join(options.dataDirectory, 'simulator'),
    TOLLGATE_SIMULATOR_HOST: HOST,
    TOLLGATE_SIMULATOR_PORT: String((await isPortFree(usual)) ? usual : await freePort()),
    // A process that dies again and again is given up, and everything with it.
    TOLLGATE_SIMULATOR_CRASH: 'pause',
  };
  return { ...HURRIED, ...env, ...simulator, ...simulatorSettings(simulatorUrl(simulator)) };
}

export const simulatorUrl = ({ TOLLGATE_SIMULATOR_PORT: port }: Environment): string => `http://${HOST}:${port}`;

/** For the person at the terminal. */
export const rehearsal = (env: Environment): string =>
  `Its external services are simulated, and what they cost: ${simulatorUrl(env)}/_simulator/costs
To rehearse, let a prompt or a text end in #sim:hang, #sim:500(2), #sim:moderated-billed, … (packages/simulator/README.md).`;
