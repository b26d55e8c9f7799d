/** The command line. Everything it takes is listed in help.txt, which the bootstrap prints before anything is installed. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface StartOptions {
  readonly dataDirectory: string;
  readonly host: string;
  readonly port: number;
}

export interface SessionOptions {
  readonly dataDirectory: string;
  /** Who the session is of; left out: the ADMIN of the demo project. */
  readonly subject?: string;
  readonly minutes: number;
}

export interface DataOptions {
  readonly dataDirectory: string;
}

export interface BackupOptions extends DataOptions {
  /** Absolute. */
  readonly file: string;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const SHARED_FLAGS = { 'data-dir': { type: 'string' }, help: { type: 'boolean', short: 'h' } } as const;
const START_FLAGS = {
  ...SHARED_FLAGS,
  port: { type: 'string' },
  host: { type: 'string' },
} as const;
const SESSION_FLAGS = { ...SHARED_FLAGS, subject: { type: 'string' }, minutes: { type: 'string' } } as const;

export const FLAG_NAMES = Object.keys({ ...START_FLAGS, ...SESSION_FLAGS });

export interface Environment {
  readonly [name: string]: string | undefined;
}

/** `root`: the folder of the project. Answers 'help' when that is asked for; throws UsageError. */
export function parseStart(args: readonly string[], env: Environment, root: string): StartOptions | 'help' {
  const values = parse(args, START_FLAGS);
  if (values.help === true) return 'help';
  return {
    dataDirectory: dataDirectoryOf(values['data-dir'], root),
    host: values.host ?? env['TOLLGATE_HOST'] ?? '127.0.0.1',
    port: parsePort(values.port ?? env['TOLLGATE_PORT'] ?? '8080'),
  };
}

/** As `parseStart`, for `tollgate session`. */
export function parseSession(args: readonly string[], root: string): SessionOptions | 'help' {
  const { help, subject, minutes = '60', 'data-dir': folder } = parse(args, SESSION_FLAGS);
  if (help === true) return 'help';
  if (subject === '') throw new UsageError('the subject must not be empty');
  return {
    dataDirectory: dataDirectoryOf(folder, root),
    minutes: parseMinutes(minutes),
    ...(subject === undefined ? {} : { subject }),
  };
}

/** As `parseStart`, for `tollgate backup` and `tollgate restore`. A relative path is seen from where npm was called. */
export function parseBackup(args: readonly string[], env: Environment, root: string): BackupOptions | 'help' {
  const { values, positionals } = parsed(() =>
    parseArgs({ args: [...args], options: SHARED_FLAGS, allowPositionals: true }),
  );
  if (values.help === true) return 'help';
  const [file, ...more] = positionals;
  if (file === undefined || more.length > 0) throw new UsageError('name one file; see npm start -- --help');
  return { dataDirectory: dataDirectoryOf(values['data-dir'], root), file: resolve(env['INIT_CWD'] ?? '.', file) };
}

/** As `parseStart`, for `tollgate database`. */
export function parseDatabase(args: readonly string[], root: string): DataOptions | 'help' {
  const values = parse(args, SHARED_FLAGS);
  return values.help === true ? 'help' : { dataDirectory: dataDirectoryOf(values['data-dir'], root) };
}

const dataDirectoryOf = (folder: string | undefined, root: string): string =>
  resolve(folder ?? resolve(root, '.tollgate'));

function parse<const F extends typeof START_FLAGS | typeof SESSION_FLAGS | typeof SHARED_FLAGS>(
  args: readonly string[],
  options: F,
) {
  return parsed(() => parseArgs({ args: [...args], options, allowPositionals: false })).values;
}

function parsed<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    const [reason] = (error as Error).message.split('. ', 1);
    throw new UsageError(`${reason}; see npm start -- --help`);
  }
}

function parsePort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new UsageError(`the port must be a number from 1 to 65535; it is "${text}"`);
  return port;
}

/** The gateway believes no session that lives longer than half a day. */
const MINUTES_MAX = 12 * 60;

function parseMinutes(text: string): number {
  const minutes = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (minutes < 1 || minutes > MINUTES_MAX)
    throw new UsageError(`the minutes must be a number from 1 to ${MINUTES_MAX}; it is "${text}"`);
  return minutes;
}
