/**
 * The one shell of every app's process: settings first, all problems at once; then a log, failpoints, what it is told to do by signals,
 * and an exit code. What fails unheard ends the process, because nobody knows what state it is in.
 */
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

export interface AppShell<C> {
  /** As it is called in logs and metrics. */
  readonly name: string;
  /** Throws ConfigError. */
  readonly read: () => C;
  /** Resolves once it was told to stop and everything is closed. */
  readonly run: (config: C, process: AppProcess) => Promise<void>;
}

export interface AppProcess {
  readonly logger: Logger;
  /** Resolves at the first request to stop, with its cause. */
  readonly stopped: Promise<StopCause>;
  /** Aborts at the same moment. */
  readonly stopping: AbortSignal;
  /** Aborts at the second request: what would still be waited for is left at once. */
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
  await run(config, { logger, stopped, stopping: stopping.signal, forced }).catch(fail);
  logger.info('stopped');
  process.exit(0);
}
