/** A static check counts as one test: it returns null, or a text that says what is wrong. */
import type { CheckContext } from '../suite.ts';

export interface Check {
  readonly name: string;
  /** Resolves to what is wrong, for a reader who has never seen the tool; null when all is well. */
  readonly run: (context: CheckContext) => Promise<string | null>;
}
