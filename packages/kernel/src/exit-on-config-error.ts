/** How an app ends when its settings are wrong: every problem on standard error, and an exit code of its own. */
import { ConfigError } from './config.ts';

/** EX_CONFIG of sysexits.h: a supervisor need not start the app again. */
const EXIT_CONFIG = 78;

export function exitOnConfigError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return exitIfConfigError(error);
  }
}

/** The same for what shows only once the app has spoken to a server; rethrows everything else. */
export function exitIfConfigError(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_CONFIG);
}
