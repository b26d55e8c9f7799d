/** The secrets of one data folder, made at its first start. Losing the pepper makes every issued key worthless. */
import { randomBytes } from 'node:crypto';
import { readPrivateJson, writePrivateJson } from './private-file.ts';

const NAMES = ['FAREBOX_KEY_PEPPER', 'FAREBOX_URL_SECRET', 'FAREBOX_SESSION_SECRET'] as const;

export type Secrets = Readonly<Record<(typeof NAMES)[number], string>>;

/** Those of `env` where it has them, else those kept at `path`, made now if they are not there. */
export function secretsFor(path: string, env: Readonly<Record<string, string | undefined>>): Secrets {
  const kept = keptAt(path);
  return entriesOf((name) => env[name] ?? kept[name]);
}

/** A folder of an earlier version gets what it lacks. */
function keptAt(path: string): Secrets {
  const kept = readPrivateJson<Partial<Secrets>>(path) ?? {};
  const whole = entriesOf((name) => kept[name] ?? newSecret());
  if (NAMES.some((name) => kept[name] === undefined)) writePrivateJson(path, whole);
  return whole;
}

const entriesOf = (valueOf: (name: (typeof NAMES)[number]) => string): Secrets =>
  Object.fromEntries(NAMES.map((name) => [name, valueOf(name)])) as Secrets;

const newSecret = (): string => randomBytes(32).toString('base64url');
