/**
 * Where other systems are, for `--profile`: a file of this user alone. It holds no session: those live half a day at most, and come from a variable or
 * a command each time.
 */
import { chmodSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '../options.ts';
import { readPrivateJson, writePrivateJson } from '../private-file.ts';
import { UsageError } from '../program/exit-codes.ts';

/** Where a session token is found, each time one is needed. */
export type TokenPlace = { readonly env: string } | { readonly command: string };

export interface Profile {
  /** Of the operator API. */
  readonly url: string;
  readonly token: TokenPlace;
  /** Where a command names none. */
  readonly project?: string;
  readonly organization?: string;
}

export interface Profiles {
  /** Used where a command names none. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const NAME = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export const configFolder = ({ XDG_CONFIG_HOME: config = '' }: Environment): string =>
  join(config === '' ? join(homedir(), '.config') : config, 'farebox');

const fileOf = (env: Environment): string => join(configFolder(env), 'profiles.json');

export const readProfiles = (env: Environment): Profiles => readPrivateJson<Profiles>(fileOf(env)) ?? { profiles: {} };

export function writeProfiles(profiles: Profiles, env: Environment): void {
  const folder = dirname(fileOf(env));
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  writePrivateJson(fileOf(env), profiles);
}

/** Undefined: nobody named one, and none is current. Throws UsageError for a name that is not there. */
export function profileFor(asked: string | undefined, env: Environment): Profile | undefined {
  const { current, profiles } = readProfiles(env);
  const name = asked ?? current;
  if (name === undefined) return undefined;
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return profile;
  throw new UsageError(`there is no profile "${name}": farebox profile add ${name} --url … makes one`);
}

export function requireName(name: string): string {
  if (NAME.test(name)) return name;
  throw new UsageError('a profile is named by 1 to 64 of a-z 0-9 . _ -, a letter or digit first');
}

/** A session or key travels in every request: in the clear only to this machine. */
export function requireUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`--url must be an http or https URL; it is "${text}"`);
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    throw new UsageError('--url must be https: a session or key in the clear could be read on the way');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError('--url is scheme, host, port and path only');
  return url.href.replace(/\/+$/, '');
}
