/** What every command is given: the caller's environment and terminal. No command reads `process` itself, so that a test can be the caller. */
import type { Place } from '../options.ts';
import type { Streams } from './streams.ts';

export interface Context extends Place {
  /** To standard output: what was asked for, and nothing else. */
  readonly say: (text: string) => void;
  /** To standard error: what a person reads beside it. */
  readonly tell: (text: string) => void;
  /** Asks the person at the terminal; null where nobody is there to answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
  /** Width of help pages; left out: that of the terminal. */
  readonly columns?: number;
  /** What a terminal has besides lines; left out: no terminal, and nothing on standard input. */
  readonly streams?: Streams;
}
