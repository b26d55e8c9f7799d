/**
 * The addresses of other systems, for `--profile`, in a file that only this user can read. It contains no session:
 * sessions live twelve hours at most, and are read from a variable or a command each time.
 */
import { chmodSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Environment } from '../options.ts';
import { readPrivateJson, writePrivateJson } from '../private-file.ts';
import { UsageError } from '../program/exit-codes.ts';

/** Source of the session token, read each time one is needed. */
export type TokenSource = { readonly env: string } | { readonly command: string };

export interface Profile {
  /** URL of the operator API. */
  readonly url: string;
  readonly token: TokenSource;
  /** Default project of the commands. */
  readonly project?: string;
  readonly organization?: string;
}

export interface Profiles {
  /** Default profile of the commands. */
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

/** Undefined if no profile is named and none is current. Throws UsageError for an unknown name. */
export function profileFor(asked: string | undefined, env: Environment): Profile | undefined {
  const { current, profiles } = readProfiles(env);
  const name = asked ?? current;
  if (name === undefined) return undefined;
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile !== undefined) return profile;
  throw new UsageError(`there is no profile "${name}": create it with farebox profile add ${name} --url …`);
}

export function requireName(name: string): string {
  if (NAME.test(name)) return name;
  throw new UsageError('a profile name has 1 to 64 characters of a-z 0-9 . _ -, and starts with a letter or digit');
}

/** Every request carries a session or key, so plain http is allowed only to this machine. */
export const requireUrl = (text: string): string => checkedUrl(text, '--url');

/** @param from the option or variable that has the address. */
export function checkedUrl(text: string, from: string): string {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`${from} must be an http or https URL; it is "${text}"`);
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    throw new UsageError(`${from} must be https: over http, a session or key could be read on the way`);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw new UsageError(`${from} may contain only scheme, host, port and path`);
  return url.href.replace(/(?<!\/)\/+$/, '');
}
