/** Reads a text file that a person named. An error says which file cannot be read, why, and what to do. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from '../options.ts';
import { UsageError } from './exit-codes.ts';

/** By the code of the system. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it does not exist; check the path',
  ENOTDIR: 'a part of its path is no folder; check the path',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'this user may not read it; change its permissions',
  EPERM: 'this user may not read it; change its permissions',
};

/** @param file relative to the folder in which the command was typed; - is standard input. Throws UsageError. */
export function givenText(file: string, env: Environment): string {
  return utf8Of(file, bytesOf(file, file === '-' ? 0 : resolve(env['INIT_CWD'] ?? '.', file)));
}

function bytesOf(file: string, from: string | 0): Buffer {
  try {
    return readFileSync(from);
  } catch (error) {
    const { code = 'an error' } = error as NodeJS.ErrnoException;
    const reason = REASONS[code] ?? `the system says ${code}; copy it to another place and name the copy`;
    throw new UsageError(`${nameOf(file)} cannot be read: ${reason}`);
  }
}

/** Throws UsageError for bytes that would become other characters. A byte order mark stays. */
export function utf8Of(file: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`${nameOf(file)} cannot be read: it is no text in UTF-8; save it as UTF-8`);
  }
}

const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);
