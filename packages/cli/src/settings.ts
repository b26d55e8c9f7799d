/** The environment of the applications: the caller's own, with what the embedded servers and the data folder provide. */
import { join } from 'node:path';
import { freePort, isPortFree } from '@tollgate/embedded';
import { KNOWN_SETTINGS, readConfig } from '@tollgate/kernel';
import { sessionFields } from '@tollgate/sessions';
import type { Environment, StartOptions } from './options.ts';
import type { Secrets } from './secrets.ts';

export const APPLICATIONS = ['simulator', 'gateway', 'worker-image', 'worker-provider', 'keeper'] as const;
export type ApplicationName = (typeof APPLICATIONS)[number];

/** The environment of each application that runs. */
export type Settings = Readonly<Partial<Record<ApplicationName, Environment>>> & { readonly gateway: Environment };

export interface SharedSettings {
  readonly options: StartOptions;
  readonly env: Environment;
  readonly databaseUrl: string;
  readonly secrets: Secrets;
}

const METRICS_PORT = 9464;
const PORT_MAX = 65_535;
/** As a setting: any free port. */
const ANY = 0;

/** One environment for each application: they differ in the port of their metrics alone. */
export async function settingsFor(shared: SharedSettings): Promise<Settings> {
  const { options, env, databaseUrl, secrets } = shared;
  const operatorPort = await portFrom(Number(env['TOLLGATE_OPERATOR_PORT'] ?? options.port + 1));
  const common = {
    TOLLGATE_DATA_DIR: join(options.dataDirectory, 'files'),
    TOLLGATE_PUBLIC_URL: baseUrlOf(options),
    TOLLGATE_LAME_DUCK_SECONDS: '0', // no load balancer asks this gateway
    ...env,
    ...secrets,
    DATABASE_URL: databaseUrl,
    TOLLGATE_HOST: options.host,
    TOLLGATE_PORT: String(options.port),
    TOLLGATE_OPERATOR_PORT: operatorPort,
  };
  const first = Number(env['TOLLGATE_METRICS_PORT'] ?? METRICS_PORT);
  const nth = (n: number): Promise<string> => portFrom(first === ANY ? ANY : first + n);
  const [gateway, worker, keeper] = [await nth(0), await nth(1), await nth(2)];
  const provider = await nth(3);
  return {
    ...(options.simulator ? { simulator: common } : {}),
    gateway: { ...common, TOLLGATE_METRICS_PORT: gateway },
    'worker-image': { ...common, TOLLGATE_METRICS_PORT: worker },
    ...(hasProvider(env) ? { 'worker-provider': { ...PATIENT, ...common, TOLLGATE_METRICS_PORT: provider } } : {}),
    keeper: { ...common, TOLLGATE_METRICS_PORT: keeper },
  };
}

/** Calls of external services wait and cost no processor time: one that hangs must not hold up the others. */
const PATIENT: Environment = { TOLLGATE_WORKER_CONCURRENCY: '16' };

/**
 * Without an external service nothing is ever queued for its worker: a process, and connections to the database, that a
 * newcomer would pay for nothing. What an earlier start has left waits until a service is configured again.
 */
const hasProvider = (env: Environment): boolean =>
  ['TOLLGATE_OPENAI_URL', 'TOLLGATE_PREDICTIONS_URL'].some((name) => (env[name] ?? '') !== '');

/** The usual port when it is free; any other when a second Tollgate has it, or when any will do. */
async function portFrom(usual: number): Promise<string> {
  const isUsable = usual !== ANY && usual <= PORT_MAX && (await isPortFree(usual));
  return String(isUsable ? usual : await freePort());
}

/** Where a client on this machine reaches the API. */
export function baseUrlOf({ host, port }: Pick<StartOptions, 'host' | 'port'>): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Where ADMINs of this machine reach the operator API. */
export const operatorUrlOf = ({
  TOLLGATE_OPERATOR_HOST: host = '127.0.0.1',
  TOLLGATE_OPERATOR_PORT: port,
}: Environment): string => baseUrlOf({ host, port: Number(port) });

/** Whom a session of the local issuer must be for; null where an OpenID Connect issuer is believed instead. */
export function audienceOf(gateway: Environment): string | null {
  const { oidcIssuer, sessionAudience } = readConfig(sessionFields, gateway, KNOWN_SETTINGS);
  return oidcIssuer === undefined ? sessionAudience : null;
}
