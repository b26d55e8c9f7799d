/**
 * The provider simulator beside every local start: the external services of test projects, such as the demo's. It costs nothing and fails
 * on request. Whatever real service the environment names is for live projects, and never reached by a test one.
 */
import { join } from 'node:path';
import { freePort, isPortFree } from '@farebox/embedded';
import type { Environment, StartOptions } from './options.ts';

const PORT = 8090;
/** Any port that is free. */
const ANY = 0;
const HOST = '127.0.0.1';
/** A review of three days cannot be rehearsed. Where a real service is configured, its reviews are not to be cut short. */
const REHEARSED: Environment = { FAREBOX_REVIEW_RESOLVE_SECONDS: '300' };

/** The environment with the simulator and its settings in it. */
export async function withSimulator(options: StartOptions, env: Environment): Promise<Environment> {
  const usual = Number(env['FAREBOX_SIMULATOR_PORT'] ?? PORT);
  const port = String(usual !== ANY && (await isPortFree(usual)) ? usual : await freePort());
  return {
    ...(hasRealService(env) ? {} : REHEARSED),
    ...env,
    FAREBOX_SIMULATOR_DIR: join(options.dataDirectory, 'simulator'),
    FAREBOX_SIMULATOR_HOST: HOST,
    FAREBOX_SIMULATOR_PORT: port,
    // A process that dies again and again is given up, and everything with it.
    FAREBOX_SIMULATOR_CRASH: 'pause',
    FAREBOX_SIMULATOR_URL: simulatorUrl({ FAREBOX_SIMULATOR_PORT: port }),
  };
}

const hasRealService = (env: Environment): boolean =>
  ['FAREBOX_PROVIDERS_FILE', 'FAREBOX_OPENAI_URL', 'FAREBOX_PREDICTIONS_URL'].some((name) => (env[name] ?? '') !== '');

export const simulatorUrl = ({ FAREBOX_SIMULATOR_PORT: port }: Environment): string => `http://${HOST}:${port}`;

/** For the person at the terminal. */
export const rehearsal = (env: Environment): string =>
  `External services of the demo project are simulated, and what they cost: ${simulatorUrl(env)}/_simulator/costs
To rehearse, let a prompt or a text end in #sim:hang, #sim:500(2), #sim:moderated-billed, … (docs/simulator.md).`;
