/**
 * Runs the provider simulator in every local start, for the external services of test projects such as the demo. It is
 * free and fails on request. Real services in the environment are for live projects only; test projects never reach
 * them.
 */
import { join } from 'node:path';
import { freePort, isPortFree } from '@farebox/embedded';
import type { Environment, StartOptions } from './options.ts';

const PORT = 8090;
/** Port 0 means any free port. */
const ANY = 0;
const HOST = '127.0.0.1';
/** A review of three days is too long for a rehearsal. That of a real service or a team's runner is not shortened. */
const REHEARSED: Environment = { FAREBOX_SIMULATED_REVIEW_RESOLVE_SECONDS: '300' };

/** The environment with the simulator's settings added. */
export async function withSimulator(options: StartOptions, env: Environment): Promise<Environment> {
  const usual = Number(env['FAREBOX_SIMULATOR_PORT'] ?? PORT);
  const port = String(usual !== ANY && (await isPortFree(usual)) ? usual : await freePort());
  return {
    ...REHEARSED,
    ...env,
    FAREBOX_SIMULATOR_DIR: join(options.dataDirectory, 'simulator'),
    FAREBOX_SIMULATOR_HOST: HOST,
    FAREBOX_SIMULATOR_PORT: port,
    // If the process crashed repeatedly, the supervisor would give up and stop the whole system.
    FAREBOX_SIMULATOR_CRASH: 'pause',
    FAREBOX_SIMULATOR_URL: simulatorUrl({ FAREBOX_SIMULATOR_PORT: port }),
  };
}

export const simulatorUrl = ({ FAREBOX_SIMULATOR_PORT: port }: Environment): string => `http://${HOST}:${port}`;

/** Text for the terminal about the simulated services. */
export const rehearsal = (env: Environment): string =>
  `The external services of the demo project are simulated. Their charges are listed at ${simulatorUrl(env)}/_simulator/costs
To rehearse failures, end a prompt or a text with #sim:hang, #sim:500(2), #sim:moderated-billed, … (docs/simulator.md).`;
