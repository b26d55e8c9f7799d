/** The secrets of a data folder, generated at its first start. Without the pepper, every issued key becomes invalid. */
import { randomBytes } from 'node:crypto';
import { readPrivateJson, writePrivateJson } from './private-file.ts';

const NAMES = ['FAREBOX_KEY_PEPPER', 'FAREBOX_URL_SECRET', 'FAREBOX_SESSION_SECRET'] as const;

export type Secrets = Readonly<Record<(typeof NAMES)[number], string>>;

/** The secrets of `env` where set, else those stored at `path`. Missing ones are generated and stored. */
export function secretsFor(path: string, env: Readonly<Record<string, string | undefined>>): Secrets {
  const kept = keptAt(path);
  return entriesOf((name) => env[name] ?? kept[name]);
}

/** A folder of an earlier version gets the missing secrets. */
function keptAt(path: string): Secrets {
  const kept = readPrivateJson<Partial<Secrets>>(path) ?? {};
  const whole = entriesOf((name) => kept[name] ?? newSecret());
  if (NAMES.some((name) => kept[name] === undefined)) writePrivateJson(path, whole);
  return whole;
}

const entriesOf = (valueOf: (name: (typeof NAMES)[number]) => string): Secrets =>
  Object.fromEntries(NAMES.map((name) => [name, valueOf(name)])) as Secrets;

const newSecret = (): string => randomBytes(32).toString('base64url');
