/**
 * `farebox start`: a whole system under one supervisor. Whatever happens in between, what was started is stopped in
 * the opposite order, the database last.
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase, requireOrdinaryRole } from '@farebox/db';
import { portProblem } from '@farebox/embedded';
import { STOP_SECONDS_BEYOND_A_CALL, KNOWN_SETTINGS, readConfig } from '@farebox/kernel';
import { type Application, STOP_TIMEOUT_MS, runApplication } from './application.ts';
import { requireWhole } from './backup/manifest.ts';
import { startDatabase } from './database.ts';
import { openDemo } from './demo.ts';
import { greeting } from './greeting.ts';
import { withFfmpeg } from './local-ffmpeg.ts';
import { lockDirectory } from './lock.ts';
import { openLogFile } from './log-file.ts';
import { isolationIn, warningIn } from './log-line.ts';
import type { Environment, StartOptions } from './options.ts';
import { metricsUrls, readinessUrls, waitUntilReady } from './ready.ts';
import { publishRuntime, secretsFile } from './runtime.ts';
import { secretsFor } from './secrets.ts';
import {
  APPLICATIONS,
  type ApplicationName,
  audienceOf,
  baseUrlOf,
  operatorUrlOf,
  publicUrlOf,
  requireAskedPorts,
  type Settings,
  settingsFor,
} from './settings.ts';
import { rehearsal, withSimulator } from './simulated-providers.ts';

const PHOTO = fileURLToPath(new URL('../../files/samples/photo.jpg', import.meta.url));
const POOL_MAX = 2;
/** A little longer than an orphan has to end. */
const ORPHANS_TIMEOUT_MS = 27_000;
const ORPHANS_POLL_MS = 200;

export interface StartContext {
  readonly env: Environment;
  /** One line for the person at the terminal. */
  readonly say: (line: string) => void;
  /** Aborts when the system shall stop. */
  readonly stop: AbortSignal;
  /** Aborts when it shall not wait any longer for what is under way. */
  readonly forced?: AbortSignal | undefined;
  /** The module an application begins with. */
  readonly scriptOf: (name: ApplicationName) => string;
}

/** Resolves when the system was asked to stop and has; rejects, likewise after everything is stopped, when it cannot run. */
export async function start(options: StartOptions, { env, say, stop, forced, scriptOf }: StartContext): Promise<void> {
  readConfig({}, env, KNOWN_SETTINGS);
  using lock = lockDirectory(options.dataDirectory);
  requireWhole(options.dataDirectory);
  if (lock.wasLeft) await orphansGone(options, say, stop);
  await requirePort(options);
  await requireAskedPorts(env);
  await using running = new AsyncDisposableStack();
  say(env['DATABASE_URL'] ? 'Preparing the database …' : 'Starting PostgreSQL …');
  const database = await startDatabase(options.dataDirectory, env, say);
  running.defer(database.stop);
  stop.throwIfAborted();
  const { env: able, missing } = withFfmpeg(env);
  const given = await withSimulator(options, able);
  const { demo, settings } = await prepare({ options, env: given, databaseUrl: database.url });
  stop.throwIfAborted();
  say(`Starting ${APPLICATIONS.filter((name) => name in settings).join(', ')} …`);
  const lost = new AbortController();
  void database.ended.then(() => lost.abort(new Error('PostgreSQL ended by itself; its log is in the data folder.')));
  const applications = startApplications({
    settings,
    running,
    say,
    forced,
    scriptOf,
    logs: join(options.dataDirectory, 'logs'),
  });
  await waitUntilReady(readinessUrls(settings, baseUrlOf(options)), {
    progress: applications.progress,
    say,
    signal: AbortSignal.any([stop, applications.any, lost.signal]),
  });
  const where = {
    baseUrl: publicUrlOf(options, env),
    operatorUrl: operatorUrlOf(settings.gateway),
    sessionAudience: audienceOf(settings.gateway),
  };
  running.use(publishRuntime(options.dataDirectory, { ...where, databaseUrl: database.url }));
  const metrics = metricsUrls(settings);
  say(greeting({ ...where, key: demo.key, dataDirectory: options.dataDirectory, photo: PHOTO, metrics }));
  say(rehearsal(given));
  if (missing !== null) say(missing);
  await aborted(AbortSignal.any([stop, applications.final, lost.signal]));
  applications.final.throwIfAborted();
  lost.signal.throwIfAborted();
  say('Stopping … (paid calls that are under way are waited for; asked once more, they are left to the next start)');
}

/** A supervisor that was killed leaves applications behind, which end by themselves (orphan.ts) and may hold the port until then. */
async function orphansGone(
  { host, port }: StartOptions,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const isTaken = async (): Promise<boolean> => (await portProblem(port, host)) === 'EADDRINUSE';
  if (!(await isTaken())) return;
  say('Waiting for what a killed start left behind …');
  const latest = performance.now() + ORPHANS_TIMEOUT_MS;
  while (performance.now() < latest && (await isTaken())) await delay(ORPHANS_POLL_MS, undefined, { signal: stop });
}

/** Before anything is started: the gateway would find it out last. */
async function requirePort({ host, port }: StartOptions): Promise<void> {
  const problem = await portProblem(port, host);
  if (problem === null) return;
  if (problem !== 'EADDRINUSE')
    throw new Error(`cannot listen on ${host}, port ${port} (${problem}): see --host and --port.`);
  throw new Error(`port ${port} is taken: stop what listens there, or choose another one with --port.`);
}

/** What the applications need beside the database: secrets, settings, and somebody to serve. */
async function prepare({ options, env, databaseUrl }: Preparation) {
  const secrets = secretsFor(secretsFile(options.dataDirectory), env);
  await using database = closing(
    openDatabase({ url: databaseUrl, poolMax: POOL_MAX, applicationName: 'farebox-start' }),
  );
  await requireOrdinaryRole(database);
  const pepper = secrets.FAREBOX_KEY_PEPPER;
  const demo = await openDemo({ database, pepper, dataDirectory: options.dataDirectory });
  return { demo, settings: await settingsFor({ options, env, databaseUrl, secrets }) };
}

interface Preparation {
  readonly options: StartOptions;
  readonly env: Environment;
  readonly databaseUrl: string;
}

const closing = (database: Database): Database & AsyncDisposable => ({
  ...database,
  [Symbol.asyncDispose]: database.close,
});

interface Running {
  /** Grows while any of them does something: what it wrote and the processor time it took. */
  readonly progress: () => number;
  /** Aborts at the first crash of any application: while starting, that is the end. */
  readonly any: AbortSignal;
  /** Aborts when an application is given up. */
  readonly final: AbortSignal;
}

interface Applications extends Pick<StartContext, 'say' | 'scriptOf' | 'forced'> {
  readonly settings: Settings;
  readonly running: AsyncDisposableStack;
  readonly logs: string;
}

function startApplications({ settings, running, say, forced, scriptOf, logs }: Applications): Running {
  const [any, final] = [new AbortController(), new AbortController()];
  const all: Application[] = [];
  /** What has been said: workers of one machine have one, as a rule. */
  const isolations = new Set<string>();
  const applications = APPLICATIONS.flatMap((name) => {
    const env = settings[name];
    if (env === undefined) return [];
    const onLine = (line: string): void => {
      const warning = warningIn(line);
      if (warning !== null) say(`${name}: ${warning}`);
      const isolation = isolationIn(line);
      if (isolation !== null && !isolations.has(isolation)) say(`Files are decoded in: ${isolation}`);
      if (isolation !== null) isolations.add(isolation);
    };
    const log = openLogFile({ directory: logs, name, onLine });
    running.defer(log.close);
    const onCrash = (reason: string, isFinal: boolean): void => {
      say(`${reason}; its log is ${log.path}`);
      any.abort(new Error(reason));
      if (isFinal) final.abort(new Error(`${reason} again and again: given up.`));
    };
    const stopTimeoutMs = stopTimeoutOf(name, env);
    const script = scriptOf(name);
    const application = runApplication({ name, script, env, log, onCrash, forced, stopTimeoutMs });
    all.push(application);
    if (name !== 'simulator') return [application];
    // It goes last: calls of it that are under way end as they would elsewhere.
    running.defer(application.stop);
    return [];
  });
  // All at once: each may need its whole time to hand back its work.
  running.defer(async () => void (await Promise.all(applications.map((application) => application.stop()))));
  const progress = () => all.reduce((sum, application) => sum + application.progress(), 0);
  return { any: any.signal, final: final.signal, progress };
}

/** The default of FAREBOX_PROVIDER_CALL_SECONDS. */
const CALL_SECONDS = 180;

/** What calls paid services may wait for one of them. */
function stopTimeoutOf(name: ApplicationName, env: Environment): number {
  if (name !== 'worker-provider') return STOP_TIMEOUT_MS;
  const callSeconds = Number(env['FAREBOX_PROVIDER_CALL_SECONDS'] || CALL_SECONDS);
  return (callSeconds + STOP_SECONDS_BEYOND_A_CALL) * 1000;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
