/** The secrets of one data folder, made at its first start. Losing the pepper makes every issued key worthless. */
import { randomBytes } from 'node:crypto';
import { readPrivateJson, writePrivateJson } from './private-file.ts';

export interface Secrets {
  readonly TOLLGATE_KEY_PEPPER: string;
  readonly TOLLGATE_URL_SECRET: string;
}

/** Those of `env` where it has them, else those kept at `path`, made now if they are not there. */
export function secretsFor(path: string, env: Readonly<Record<string, string | undefined>>): Secrets {
  const kept = readPrivateJson<Secrets>(path) ?? keep(path);
  return {
    TOLLGATE_KEY_PEPPER: env['TOLLGATE_KEY_PEPPER'] ?? kept.TOLLGATE_KEY_PEPPER,
    TOLLGATE_URL_SECRET: env['TOLLGATE_URL_SECRET'] ?? kept.TOLLGATE_URL_SECRET,
  };
}

function keep(path: string): Secrets {
  const made = { TOLLGATE_KEY_PEPPER: newSecret(), TOLLGATE_URL_SECRET: newSecret() };
  writePrivateJson(path, made);
  return made;
}

const newSecret = (): string => randomBytes(32).toString('base64url');
