/**
 * `farebox start` runs a complete system under one supervisor. In any case, everything started is stopped in the
 * opposite order, the database last.
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
/** Slightly longer than an application needs to end after its supervisor was killed. */
const ORPHANS_TIMEOUT_MS = 27_000;
const ORPHANS_POLL_MS = 200;

export interface StartContext {
  readonly env: Environment;
  /** Prints one line on the terminal. */
  readonly say: (line: string) => void;
  /** Aborts when the system must stop. */
  readonly stop: AbortSignal;
  /** Aborts when the stop must no longer wait for work in progress. */
  readonly forced?: AbortSignal | undefined;
  /** Main module of an application. */
  readonly scriptOf: (name: ApplicationName) => string;
}

/** Resolves when a requested stop is complete. Rejects if the system cannot run, also after everything is stopped. */
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
  void database.ended.then(() =>
    lost.abort(new Error('PostgreSQL stopped unexpectedly; its log is in the data folder.')),
  );
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
  say('Stopping … (waits for provider calls in progress; a second signal leaves them to the next start)');
}

/** A killed supervisor leaves applications behind. They end by themselves (orphan.ts), and may hold the port until then. */
async function orphansGone(
  { host, port }: StartOptions,
  say: (line: string) => void,
  stop: AbortSignal,
): Promise<void> {
  const isTaken = async (): Promise<boolean> => (await portProblem(port, host)) === 'EADDRINUSE';
  if (!(await isTaken())) return;
  say('Waiting for processes of a killed start to end …');
  const latest = performance.now() + ORPHANS_TIMEOUT_MS;
  while (performance.now() < latest && (await isTaken())) await delay(ORPHANS_POLL_MS, undefined, { signal: stop });
}

/** Checked before anything starts, because the gateway would find out last. */
async function requirePort({ host, port }: StartOptions): Promise<void> {
  const problem = await portProblem(port, host);
  if (problem === null) return;
  if (problem !== 'EADDRINUSE')
    throw new Error(`cannot listen on ${host}, port ${port} (${problem}): see --host and --port.`);
  throw new Error(`port ${port} is taken: stop the program that listens there, or choose another port with --port.`);
}

/** Prepares what the applications need besides the database: secrets, settings and demo data. */
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
  /** Grows while any application makes progress: the sum of its output and its processor time. */
  readonly progress: () => number;
  /** Aborts at the first crash of any application, which ends a start in progress. */
  readonly any: AbortSignal;
  /** Aborts when an application is not restarted any more. */
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
  /** Isolations already printed; workers of one machine usually have the same. */
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
      if (isFinal) final.abort(new Error(`${reason} repeatedly; not restarted any more.`));
    };
    const stopTimeoutMs = stopTimeoutOf(name, env);
    const script = scriptOf(name);
    const application = runApplication({ name, script, env, log, onCrash, forced, stopTimeoutMs });
    all.push(application);
    if (name !== 'simulator') return [application];
    // The simulator stops last, so that provider calls in progress can end normally.
    running.defer(application.stop);
    return [];
  });
  // Stops all at once, because each may need its full timeout to return its work.
  running.defer(async () => void (await Promise.all(applications.map((application) => application.stop()))));
  const progress = () => all.reduce((sum, application) => sum + application.progress(), 0);
  return { any: any.signal, final: final.signal, progress };
}

/** Default of FAREBOX_PROVIDER_CALL_SECONDS. */
const CALL_SECONDS = 180;

/** The provider worker may wait for one call of a paid service. */
function stopTimeoutOf(name: ApplicationName, env: Environment): number {
  if (name !== 'worker-provider') return STOP_TIMEOUT_MS;
  const callSeconds = Number(env['FAREBOX_PROVIDER_CALL_SECONDS'] || CALL_SECONDS);
  return (callSeconds + STOP_SECONDS_BEYOND_A_CALL) * 1000;
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
