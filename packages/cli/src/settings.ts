/** Builds the environment of each application: the caller's environment, plus the embedded servers and the data folder. */
import { join, resolve } from 'node:path';
import { providersFileOf } from '@farebox/catalog';
import { freePort, isPortFree, portProblem } from '@farebox/embedded';
import { KNOWN_SETTINGS, readConfig, SETTINGS_OF } from '@farebox/kernel';
import { sessionFields } from '@farebox/identity';
import type { Environment, StartOptions } from './options.ts';
import type { Secrets } from './secrets.ts';

export const APPLICATIONS = ['simulator', 'gateway', 'worker-image', 'worker-av', 'worker-provider', 'keeper'] as const;
export type ApplicationName = (typeof APPLICATIONS)[number];

/** The av worker does not run without ffmpeg. */
type Optional = 'worker-av';
/** Environment of each application that runs. */
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
/** Port 0 means any free port. */
const ANY = 0;

/** Each application gets only the Farebox settings that it reads. */
export async function settingsFor(shared: SharedSettings): Promise<Settings> {
  const { options, env, databaseUrl, secrets } = shared;
  const operatorPort = await portFrom('FAREBOX_OPERATOR_PORT', env, { usual: options.port + 1 });
  const common = {
    FAREBOX_DATA_DIR: join(options.dataDirectory, 'files'),
    FAREBOX_LAME_DUCK_SECONDS: '0', // no load balancer polls this gateway
    ...runnersOfMachine(options.dataDirectory),
    ...env,
    ...pathsIn(env),
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

/** Runners may be on this machine, because its owner publishes the tools. */
export const runnersOfMachine = (dataDirectory: string): Environment => ({
  FAREBOX_RUNNER_SECRETS_DIR: join(dataDirectory, 'runner-secrets'),
  FAREBOX_RUNNER_HOSTS: 'localhost,127.0.0.1,[::1]',
});

const PATHS = ['FAREBOX_PROVIDERS_FILE', 'FAREBOX_RUNNER_SECRETS_DIR'] as const;

/** Absolute paths, because an app may run in another folder. */
const pathsIn = (env: Environment): Environment =>
  Object.fromEntries(PATHS.flatMap((name) => (env[name] ? [[name, resolve(env[name])]] : [])));

/**
 * Removes the keys of external services that the file of providers names: only the provider worker gets them. Throws
 * ConfigError.
 */
function withoutKeys(env: Environment): Environment {
  const file = providersFileOf(env);
  const { providers = [] } = readConfig({ file }, { [file.variable]: env[file.variable] }).file ?? {};
  const keys = new Set(providers.flatMap(({ key }) => ('env' in key ? [key.env] : [])));
  return Object.fromEntries(Object.entries(env).filter(([variable]) => !keys.has(variable)));
}

/** Settings of user commands. The started programs do not read them. */
const OF_USERS = ['FAREBOX_API_KEY', 'FAREBOX_ASK_ABOVE', 'FAREBOX_URL'];
const OURS: ReadonlySet<string> = new Set([...Object.values(SETTINGS_OF).flat(), ...OF_USERS]);

/** Removes the settings of other programs, so that a compromised decoder finds no secret that its worker does not need. */
function only(name: ApplicationName, env: Environment): Environment {
  const read: ReadonlySet<string> = new Set<string>(SETTINGS_OF[name]);
  return Object.fromEntries(Object.entries(env).filter(([variable]) => !OURS.has(variable) || read.has(variable)));
}

/**
 * Calls of external services wait without using the processor. More of them run at once, so that a hanging call does
 * not block the others.
 */
const MORE_AT_ONCE: Environment = { FAREBOX_WORKER_CONCURRENCY: '16' };

/**
 * The port that the setting names, or else the default plus `n`. Another free port is chosen only if the setting is
 * absent: monitoring that expects a named port would otherwise read another program.
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
    `${variable}=${asked} is not available: port ${port} is ${problem === 'EADDRINUSE' ? 'taken' : problem}.`,
  );
}

/** Checks before anything starts that the ports which the settings name are free. */
export async function requireAskedPorts(env: Environment): Promise<void> {
  for (const variable of ['FAREBOX_OPERATOR_PORT', 'FAREBOX_METRICS_PORT'])
    await portFrom(variable, env, { usual: ANY });
}

/**
 * The address at which clients reach the API. A setting takes precedence, because only the operator knows the proxies
 * in front.
 */
export const publicUrlOf = (options: Pick<StartOptions, 'host' | 'port'>, env: Environment): string =>
  (env['FAREBOX_PUBLIC_URL'] ?? '').replace(/(?<!\/)\/+$/, '') || baseUrlOf(options);

/** The address of the API for clients on this machine. */
export function baseUrlOf({ host, port }: Pick<StartOptions, 'host' | 'port'>): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

/** The address of the operator API for ADMINs on this machine. */
export const operatorUrlOf = ({
  FAREBOX_OPERATOR_HOST: host = '127.0.0.1',
  FAREBOX_OPERATOR_PORT: port,
}: Environment): string => baseUrlOf({ host, port: Number(port) });

/** Audience of sessions from the local issuer; null if an OpenID Connect issuer is used instead. */
export function audienceOf(gateway: Environment): string | null {
  const { oidcIssuer, sessionAudience } = readConfig(sessionFields, gateway, KNOWN_SETTINGS);
  return oidcIssuer === undefined ? sessionAudience : null;
}
