/** Ends an app whose settings are invalid: prints every problem to standard error, and exits with a special code. */
import { ConfigError } from './config.ts';

/** EX_CONFIG of sysexits.h: tells the supervisor not to restart the app. */
const EXIT_CONFIG = 78;

export function exitOnConfigError<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return exitIfConfigError(error);
  }
}

/**
 * Like exitOnConfigError, for a problem that is found only after the app has connected to a server. Rethrows every
 * other error.
 */
export function exitIfConfigError(error: unknown): never {
  if (!(error instanceof ConfigError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(EXIT_CONFIG);
}
