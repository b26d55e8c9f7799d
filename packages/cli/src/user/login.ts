/**
 * API keys of this user, one file per system, readable only by this user. A file that others can read is refused, not
 * repaired, because the key may be known already.
 */
import { chmodSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Environment } from '../options.ts';
import { readPrivateJson, writePrivateJson } from '../private-file.ts';
import type { Context } from '../program/context.ts';
import { UsageError } from '../program/exit-codes.ts';
import { NO_STREAMS } from '../program/streams.ts';
import { configFolder } from '../remote/profile.ts';

export interface Login {
  /** Base URL of the API. */
  readonly url: string;
  readonly apiKey: string;
}

/** Name of the login if no profile is named. */
export const DEFAULT_LOGIN = 'default';

const fileOf = (name: string, env: Environment): string => join(configFolder(env), 'keys', `${name}.json`);

const OTHERS = 0o077;

/** Undefined if there is no file. Throws UsageError if others can read it, or if it belongs to another user. */
export function readLogin(name: string, env: Environment): Login | undefined {
  const path = fileOf(name, env);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return undefined;
  if ((facts.mode & OTHERS) !== 0)
    throw new UsageError(
      `others can read ${path}: if they did, issue a new key; else run chmod 600 ${path}, and try again`,
    );
  if (facts.uid !== process.getuid?.()) throw new UsageError(`${path} belongs to another user`);
  return readPrivateJson<Login>(path);
}

/** Returns the path. */
export function writeLogin(name: string, login: Login, env: Environment): string {
  const path = fileOf(name, env);
  mkdirSync(dirname(path), { recursive: true });
  chmodSync(dirname(path), 0o700);
  rmSync(`${path}.draft`, { force: true }); // an existing file would keep its permissions
  writePrivateJson(path, login);
  return path;
}

/** Reads the key from the terminal without showing it, or from the first line of standard input. Throws UsageError. */
export async function readKey({ streams = NO_STREAMS }: Context): Promise<string> {
  const { askSecret, input } = streams;
  const typed = askSecret === null ? await firstLine(input()) : await askSecret('API key: ');
  const key = typed.trim();
  if (!/^[\x21-\x7E]{8,512}$/.test(key))
    throw new UsageError('standard input contains no API key: farebox login < file');
  return key;
}

const INPUT_CHARACTERS_MAX = 4096;

async function firstLine(input: Readable): Promise<string> {
  let text = '';
  for await (const part of input) {
    text += String(part);
    if (text.includes('\n') || text.length > INPUT_CHARACTERS_MAX) break;
  }
  return text.split('\n')[0] ?? '';
}
