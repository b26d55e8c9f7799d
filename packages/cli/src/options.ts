/** The command line. Everything it takes is listed in help.txt, which the bootstrap prints before anything is installed. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface StartOptions {
  readonly dataDirectory: string;
  readonly host: string;
  readonly port: number;
  /** External services are simulated, and none is called. */
  readonly simulator: boolean;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const FLAGS = {
  port: { type: 'string' },
  host: { type: 'string' },
  'data-dir': { type: 'string' },
  simulator: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

export const FLAG_NAMES = Object.keys(FLAGS);

export interface Environment {
  readonly [name: string]: string | undefined;
}

/** `root`: the folder of the project. Answers 'help' when that is asked for; throws UsageError. */
export function parseStart(args: readonly string[], env: Environment, root: string): StartOptions | 'help' {
  const values = parse(args);
  if (values.help === true) return 'help';
  return {
    dataDirectory: resolve(values['data-dir'] ?? resolve(root, '.tollgate')),
    host: values.host ?? env['TOLLGATE_HOST'] ?? '127.0.0.1',
    port: parsePort(values.port ?? env['TOLLGATE_PORT'] ?? '8080'),
    simulator: values.simulator === true,
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS, allowPositionals: false }).values;
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
