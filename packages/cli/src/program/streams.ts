/** Terminal features beyond lines of text: bytes in and out, a progress line that is redrawn, and Ctrl-C. */
import { createInterface } from 'node:readline/promises';
import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Environment } from '../options.ts';
import { stopSignal } from '../local/stop-signal.ts';

export interface Streams {
  /** Standard input. */
  readonly input: () => Readable;
  /** Standard output, for a command that speaks a protocol over it. */
  readonly output: () => Writable;
  /** Writes bytes unchanged to standard output. */
  readonly write: (bytes: Readable) => Promise<void>;
  /** Replaces the previous progress line; '' removes it. Null if standard error is not a terminal. */
  readonly draw: ((line: string) => void) | null;
  readonly hasColour: boolean;
  /** Asks without showing the typed text; null without a terminal. */
  readonly askSecret: ((question: string) => Promise<string>) | null;
  /** Aborts when the user wants to stop. */
  readonly stop: () => AbortSignal;
}

export const NO_STREAMS: Streams = {
  input: () => Readable.from([]),
  output: () => new Writable({ write: (_chunk, _encoding, done) => done() }),
  write: async () => {},
  draw: null,
  hasColour: false,
  askSecret: null,
  stop: () => new AbortController().signal,
};

/** NO_COLOR takes effect if it is set and not empty. */
export const hasColour = (isTerminal: boolean, { NO_COLOR: none = '' }: Environment): boolean =>
  isTerminal && none === '';

/** Default width of a terminal that reports none. */
const COLUMNS = 80;
const widthOf = ({ columns }: { readonly columns: number }): number => (columns > 0 ? columns : COLUMNS);

export function processStreams(isPerson: boolean): Streams {
  const { stdin, stdout, stderr, env } = process;
  return {
    input: () => stdin,
    output: () => stdout,
    write: (bytes) => pipeline(bytes, stdout, { end: false }),
    draw: stderr.isTTY ? (line) => void stderr.write(`\r\u001B[2K${line.slice(0, widthOf(stderr) - 1)}`) : null,
    hasColour: hasColour(stdout.isTTY, env),
    askSecret: isPerson ? askSecret : null,
    stop: stopSignal,
  };
}

async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}
