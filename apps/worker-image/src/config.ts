/** Every setting of this app, read once. All problems are reported together, before anything is opened or bound. */
import { KNOWN_SETTINGS, readConfig } from '@tollgate/kernel';
import { type WorkerConfig, workerFields } from '@tollgate/worker';

/** For the generated pages: as with nothing set. */
export const WORKER_FIELDS = workerFields({});

/** Throws ConfigError. */
export const readImageWorkerConfig = (env: Readonly<Record<string, string | undefined>>): WorkerConfig =>
  readConfig(workerFields(env), env, KNOWN_SETTINGS);
