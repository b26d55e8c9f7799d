/**
 * The shared frame of every app's process. It reads the settings and reports all problems at once, then sets up the
 * log, failpoints, signals and the exit code. An unhandled failure ends the process, because its state is unknown.
 */
import { hostname } from 'node:os';
import {
  armFailpoints,
  ConfigError,
  exitIfConfigError,
  exitOnConfigError,
  type StopCause,
  stopForced,
  stopRequested,
} from '@farebox/kernel';
import { createLogger, type Logger, type LogLevel } from './logger.ts';
import { newProcessName, VERSION } from './version.ts';

export interface AppShell<C> {
  /** Name of the app in logs and metrics. */
  readonly name: string;
  /** Throws ConfigError. */
  readonly read: () => C;
  /** Resolves after a stop signal, when everything is closed. */
  readonly run: (config: C, process: AppProcess) => Promise<void>;
}

export interface AppProcess {
  readonly logger: Logger;
  /** Unique among all processes; the start line has it. */
  readonly processName: string;
  /** Resolves at the first stop request, with its cause. */
  readonly stopped: Promise<StopCause>;
  /** Aborts at the first stop request. */
  readonly stopping: AbortSignal;
  /** Aborts at the second stop request: the app must stop waiting at once. */
  readonly forced: AbortSignal;
}

interface Settings {
  readonly logLevel: LogLevel;
  readonly failpointUrl?: URL | undefined;
}

export async function runApp<C extends Settings>({ name, read, run }: AppShell<C>): Promise<never> {
  const config = exitOnConfigError(read);
  armFailpoints(config.failpointUrl);
  const logger = createLogger({ app: name, level: config.logLevel });
  const processName = newProcessName(name);
  logger.info({ version: VERSION, node: process.version, host: hostname(), process: processName }, 'starting');
  const fail = (error: unknown): never => {
    if (error instanceof ConfigError) return exitIfConfigError(error);
    logger.fatal({ err: error }, 'ends by a failure');
    process.exit(1);
  };
  process.on('uncaughtException', fail);
  const stopping = new AbortController();
  const forced = stopForced();
  const stopped = stopRequested().then((cause) => {
    logger.info({ cause }, 'stopping');
    stopping.abort();
    return cause;
  });
  await run(config, { logger, processName, stopped, stopping: stopping.signal, forced }).catch(fail);
  logger.info('stopped');
  process.exit(0);
}
