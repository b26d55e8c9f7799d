/**
 * Reads the settings that doctor checks, in the way the apps read them. They come from the environment, from a file, or
 * from the system that runs here.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { ffmpegOfferFields, providerOfferFields } from '@farebox/catalog';
import { databaseFields } from '@farebox/db';
import { sessionFields } from '@farebox/identity';
import { type Config, KNOWN_SETTINGS, optionalSecretList, readConfig } from '@farebox/kernel';
import { queueFields } from '@farebox/queue';
import { signingFields, storeFields } from '@farebox/storage';
import { runnerAccessFields } from '@farebox/tools/runners';
import type { Environment } from '../options.ts';
import { UsageError } from '../program/exit-codes.ts';
import { readRuntime, secretsFile } from '../runtime.ts';
import { secretsFor } from '../secrets.ts';
import { runnersOfMachine } from '../settings.ts';

const fields = (env: Environment) => ({
  ...databaseFields,
  ...queueFields,
  ...storeFields(env),
  ...signingFields,
  ...sessionFields,
  ...providerOfferFields(env),
  ...ffmpegOfferFields,
  ...runnerAccessFields,
  keyPepper: optionalSecretList('FAREBOX_KEY_PEPPER', { description: 'As the gateways have it.', lengthMin: 32 }),
});

export type DoctorConfig = Config<ReturnType<typeof fields>>;

/** Throws ConfigError with every problem at once. */
export const readDoctorConfig = (env: Environment): DoctorConfig => readConfig(fields(env), env, KNOWN_SETTINGS);

export interface Where {
  readonly dataDirectory: string;
  /** File of NAME=value lines, as in .env.example; it overrides the environment. */
  readonly envFile?: string | undefined;
}

/** The environment of the apps of this system. Throws UsageError if nothing names a system. */
export function environmentFor({ dataDirectory, envFile }: Where, env: Environment): Environment {
  const given = { ...env, ...(envFile === undefined ? {} : valuesOf(envFile)) };
  if (envFile !== undefined || (given['DATABASE_URL'] ?? '') !== '') return given;
  const running = readRuntime(dataDirectory);
  if (running === undefined)
    throw new UsageError(
      `no system runs in ${dataDirectory}, and DATABASE_URL is not set: start it with npm start, or name a file of settings with --env-file`,
    );
  return {
    FAREBOX_DATA_DIR: join(dataDirectory, 'files'),
    ...runnersOfMachine(dataDirectory),
    ...given,
    ...secretsFor(secretsFile(dataDirectory), given),
    DATABASE_URL: running.databaseUrl,
    FAREBOX_PUBLIC_URL: running.baseUrl,
  };
}

function valuesOf(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`);
  }
}
