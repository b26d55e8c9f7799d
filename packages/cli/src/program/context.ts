/**
 * Input of every command: the caller's environment and terminal. No command reads `process` itself, so that a test can
 * replace the caller.
 */
import type { Base } from '../options.ts';
import type { Streams } from './streams.ts';

export interface Context extends Base {
  /** Writes to standard output: only the requested result. */
  readonly say: (text: string) => void;
  /** Writes to standard error: additional text for a person. */
  readonly tell: (text: string) => void;
  /** Asks the person at the terminal; null without a terminal. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Width of help pages; default: that of the terminal. */
  readonly columns?: number;
  /** Byte streams and the terminal; if omitted, there is no terminal and no standard input. */
  readonly streams?: Streams;
}
