/** Options of the embedded commands after parsing, with their defaults. */
import { resolve } from 'node:path';
import { UsageError } from './program/exit-codes.ts';

export interface StartOptions {
  readonly dataDirectory: string;
  readonly host: string;
  readonly port: number;
}

export interface SessionOptions {
  readonly dataDirectory: string;
  /** The caller named the folder, and so an embedded system. */
  readonly isFolderNamed?: true;
  /** User of the session; default in an embedded system: the ADMIN of the demo project. */
  readonly subject?: string;
  readonly minutes: number;
  /** Session of a platform operator. */
  readonly isOperator?: true;
}

export interface DataOptions {
  readonly dataDirectory: string;
}

export interface BackupOptions extends DataOptions {
  /** Absolute path. */
  readonly file: string;
}

export interface Environment {
  readonly [name: string]: string | undefined;
}

/** Base for relative paths and defaults. */
export interface Base {
  /** Folder of the project. */
  readonly root: string;
  readonly env: Environment;
}

export interface DataFlags {
  readonly dataDir?: string;
}

export interface StartFlags extends DataFlags {
  readonly host?: string;
  readonly port?: number;
}

/** A flag overrides the environment, and the environment overrides the default. */
export const startOptions = ({ dataDir, host, port }: StartFlags, { root, env }: Base): StartOptions => ({
  dataDirectory: dataDirectoryOf(dataDir, root),
  host: host ?? env['FAREBOX_HOST'] ?? '127.0.0.1',
  port: port ?? portOf(env['FAREBOX_PORT'] ?? '8080'),
});

export interface SessionFlags extends DataFlags {
  readonly subject?: string;
  readonly minutes?: number;
  readonly operator?: true;
}

const MINUTES = 60;

export const sessionOptions = (
  { dataDir, subject, minutes = MINUTES, operator }: SessionFlags,
  { root }: Base,
): SessionOptions => ({
  dataDirectory: dataDirectoryOf(dataDir, root),
  minutes,
  ...(dataDir === undefined ? {} : { isFolderNamed: true }),
  ...(subject === undefined ? {} : { subject }),
  ...(operator === undefined ? {} : { isOperator: operator }),
});

/** A relative path starts at the folder in which npm was called. */
export const backupOptions = (file: string, { dataDir }: DataFlags, { root, env }: Base): BackupOptions => ({
  dataDirectory: dataDirectoryOf(dataDir, root),
  file: resolve(env['INIT_CWD'] ?? '.', file),
});

export const dataOptions = ({ dataDir }: DataFlags, { root }: Base): DataOptions => ({
  dataDirectory: dataDirectoryOf(dataDir, root),
});

const dataDirectoryOf = (folder: string | undefined, root: string): string =>
  resolve(folder ?? resolve(root, '.farebox'));

export function portOf(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new UsageError(`the port must be a number from 1 to 65535; it is "${text}"`);
  return port;
}

/** The gateway accepts no session that lives longer than twelve hours. */
const MINUTES_MAX = 12 * 60;

export function minutesOf(text: string): number {
  const minutes = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (minutes < 1 || minutes > MINUTES_MAX)
    throw new UsageError(`the minutes must be a number from 1 to ${MINUTES_MAX}; it is "${text}"`);
  return minutes;
}

export function subjectOf(text: string): string {
  if (text === '') throw new UsageError('the subject must not be empty');
  return text;
}
