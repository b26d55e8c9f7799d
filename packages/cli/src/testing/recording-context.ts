/** A caller without a terminal that records every line. Used by tests only. */
import type { Context } from '../program/context.ts';

export interface Recording extends Context {
  /** Standard output. */
  readonly said: string[];
  /** Standard error. */
  readonly told: string[];
}

/** `answers`: input of the person at the terminal, in order; if omitted, there is no terminal. */
export function recordingContext(base: Partial<Pick<Context, 'root' | 'env'>> = {}, answers?: string[]): Recording {
  const [said, told]: [string[], string[]] = [[], []];
  const ask = async (question: string): Promise<string> => {
    told.push(question);
    return answers?.shift() ?? '';
  };
  return {
    root: '/clone',
    env: {},
    ...base,
    said,
    told,
    say: (text) => void said.push(text),
    tell: (text) => void told.push(text),
    ask: answers === undefined ? null : ask,
  };
}
