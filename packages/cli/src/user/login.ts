/** API keys of this user, a file for each system, that nobody else may read. A file that others can read is refused, not repaired: the key may be known. */
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

/** Of whoever names no profile. */
export const DEFAULT_LOGIN = 'default';

const fileOf = (name: string, env: Environment): string => join(configFolder(env), 'keys', `${name}.json`);

const OTHERS = 0o077;

/** Undefined where there is none. Throws UsageError where others may read it, or it belongs to somebody else. */
export function readLogin(name: string, env: Environment): Login | undefined {
  const path = fileOf(name, env);
  const facts = statSync(path, { throwIfNoEntry: false });
  if (facts === undefined) return undefined;
  if ((facts.mode & OTHERS) !== 0)
    throw new UsageError(
      `${path} may be read by others: make a new key if they did, else chmod 600 ${path}, and try again`,
    );
  if (facts.uid !== process.getuid?.()) throw new UsageError(`${path} belongs to another user`);
  return readPrivateJson<Login>(path);
}

/** Answers the path. */
export function writeLogin(name: string, login: Login, env: Environment): string {
  const path = fileOf(name, env);
  mkdirSync(dirname(path), { recursive: true });
  chmodSync(dirname(path), 0o700);
  rmSync(`${path}.draft`, { force: true }); // an old one keeps its permissions
  writePrivateJson(path, login);
  return path;
}

/** From the person, without showing it, or the first line of standard input. Throws UsageError. */
export async function readKey({ streams = NO_STREAMS }: Context): Promise<string> {
  const { askSecret, input } = streams;
  const typed = askSecret === null ? await firstLine(input()) : await askSecret('API key: ');
  const key = typed.trim();
  if (!/^[\x21-\x7E]{8,512}$/.test(key))
    throw new UsageError('an API key is expected on standard input: farebox login < file');
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
