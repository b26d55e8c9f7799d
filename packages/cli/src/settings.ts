/** The environment of the applications: the caller's own, with what the embedded servers and the data folder provide. */
import { join, resolve } from 'node:path';
import { providersFileOf } from '@farebox/catalog';
import { freePort, isPortFree, portProblem } from '@farebox/embedded';
import { KNOWN_SETTINGS, readConfig, SETTINGS_OF } from '@farebox/kernel';
import { sessionFields } from '@farebox/identity';
import type { Environment, StartOptions } from './options.ts';
import type { Secrets } from './secrets.ts';

export const APPLICATIONS = ['simulator', 'gateway', 'worker-image', 'worker-av', 'worker-provider', 'keeper'] as const;
export type ApplicationName = (typeof APPLICATIONS)[number];

/** Not without ffmpeg. */
type Optional = 'worker-av';
/** The environment of each application that runs. */
export type Settings = Readonly<Record<Exclude<ApplicationName, Optional>, Environment>> &
  Readonly<Partial<Record<Optional, Environment>>>;

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

/** One environment for each application: what it reads of ours, and nothing that another one reads. */
export async function settingsFor(shared: SharedSettings): Promise<Settings> {
  const { options, env, databaseUrl, secrets } = shared;
  const operatorPort = await portFrom('FAREBOX_OPERATOR_PORT', env, { usual: options.port + 1 });
  const common = {
    FAREBOX_DATA_DIR: join(options.dataDirectory, 'files'),
    FAREBOX_LAME_DUCK_SECONDS: '0', // no load balancer asks this gateway
    ...env,
    ...providersFileIn(env),
    ...secrets,
    FAREBOX_PUBLIC_URL: publicUrlOf(options, env),
    DATABASE_URL: databaseUrl,
    FAREBOX_HOST: options.host,
    FAREBOX_PORT: String(options.port),
    FAREBOX_OPERATOR_PORT: operatorPort,
  };
  const nth = (n: number): Promise<string> => portFrom('FAREBOX_METRICS_PORT', env, { usual: METRICS_PORT, n });
  const [gateway, worker, keeper, provider] = [await nth(0), await nth(1), await nth(2), await nth(3)];
  const hasFfmpeg = (env['FAREBOX_FFMPEG'] ?? '') !== '';
  const unkeyed = withoutKeys(common);
  return {
    simulator: only('simulator', unkeyed),
    gateway: only('gateway', { ...unkeyed, FAREBOX_METRICS_PORT: gateway }),
    'worker-image': only('worker-image', { ...unkeyed, FAREBOX_METRICS_PORT: worker }),
    ...(hasFfmpeg ? { 'worker-av': only('worker-av', { ...unkeyed, FAREBOX_METRICS_PORT: await nth(4) }) } : {}),
    'worker-provider': only('worker-provider', { ...MORE_AT_ONCE, ...common, FAREBOX_METRICS_PORT: provider }),
    keeper: only('keeper', { ...unkeyed, FAREBOX_METRICS_PORT: keeper }),
  };
}

/** By its whole path: an app may run in another folder. */
const providersFileIn = ({ FAREBOX_PROVIDERS_FILE: path = '' }: Environment): Environment =>
  path === '' ? {} : { FAREBOX_PROVIDERS_FILE: resolve(path) };

/** Without the keys of external services that the file of providers names: they are the provider worker's alone. Throws ConfigError. */
function withoutKeys(env: Environment): Environment {
  const file = providersFileOf(env);
  const { providers = [] } = readConfig({ file }, { [file.variable]: env[file.variable] }).file ?? {};
  const keys = new Set(providers.flatMap(({ key }) => ('env' in key ? [key.env] : [])));
  return Object.fromEntries(Object.entries(env).filter(([variable]) => !keys.has(variable)));
}

/** What a user's commands read, and no program that is started. */
const OF_USERS = ['FAREBOX_API_KEY', 'FAREBOX_ASK_ABOVE', 'FAREBOX_URL'];
const OURS: ReadonlySet<string> = new Set([...Object.values(SETTINGS_OF).flat(), ...OF_USERS]);

/** Without what other programs of ours read: a decoder that is broken finds no secret that its worker does not need. */
function only(name: ApplicationName, env: Environment): Environment {
  const read: ReadonlySet<string> = new Set<string>(SETTINGS_OF[name]);
  return Object.fromEntries(Object.entries(env).filter(([variable]) => !OURS.has(variable) || read.has(variable)));
}

/** Calls of external services wait and cost no processor time: one that hangs must not hold up the others. */
const MORE_AT_ONCE: Environment = { FAREBOX_WORKER_CONCURRENCY: '16' };

/**
 * A port that somebody asked for, or the usual one, and the `n`th behind it. Another one is taken only where nobody asked: a
 * monitoring that was told a port would look at somebody else's.
 */
async function portFrom(variable: string, env: Environment, { usual, n = 0 }: Wanted): Promise<string> {
  const asked = env[variable] ?? '';
  if (asked !== '' && Number(asked) === ANY) return String(await freePort());
  if (asked !== '') return await askedPort(variable, asked, n);
  const port = usual + n;
  return String(port <= PORT_MAX && (await isPortFree(port)) ? port : await freePort());
}

interface Wanted {
  readonly usual: number;
  readonly n?: number;
}

async function askedPort(variable: string, asked: string, n: number): Promise<string> {
  const port = Number(asked) + n;
  const problem = port <= PORT_MAX ? await portProblem(port) : 'above 65535';
  if (problem === null) return String(port);
  throw new Error(
    `${variable}=${asked} cannot be had: port ${port} is ${problem === 'EADDRINUSE' ? 'taken' : problem}.`,
  );
}

/** Before anything is started: what somebody asked for is there. */
export async function requireAskedPorts(env: Environment): Promise<void> {
  for (const variable of ['FAREBOX_OPERATOR_PORT', 'FAREBOX_METRICS_PORT'])
    await portFrom(variable, env, { usual: ANY });
}

/** Where clients reach the API: as the operator says, who knows what stands in front of it. */
export const publicUrlOf = (options: Pick<StartOptions, 'host' | 'port'>, env: Environment): string =>
  (env['FAREBOX_PUBLIC_URL'] ?? '').replace(/\/+$/, '') || baseUrlOf(options);

/** Where a client on this machine reaches the API. */
export function baseUrlOf({ host, port }: Pick<StartOptions, 'host' | 'port'>): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** Where ADMINs of this machine reach the operator API. */
export const operatorUrlOf = ({
  FAREBOX_OPERATOR_HOST: host = '127.0.0.1',
  FAREBOX_OPERATOR_PORT: port,
}: Environment): string => baseUrlOf({ host, port: Number(port) });

/** Whom a session of the local issuer must be for; null where an OpenID Connect issuer is believed instead. */
export function audienceOf(gateway: Environment): string | null {
  const { oidcIssuer, sessionAudience } = readConfig(sessionFields, gateway, KNOWN_SETTINGS);
  return oidcIssuer === undefined ? sessionAudience : null;
}
