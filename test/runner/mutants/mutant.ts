/**
 * A mutant removes one defence: it replaces a piece of source in a copy, and the named tests must then fail. Mutants are data, so that the table of
 * threats and the suite cannot disagree.
 */

import type { Row } from './threats.ts';

export interface Mutant {
  /** Unique; says in a few words which misbehaviour the removal causes. */
  readonly name: string;
  /** The threat (threats.ts) or the promise (I1 to I13) that the defence serves. */
  readonly threat: Row;
  /** Source file, from the root. */
  readonly file: string;
  /** The text to replace; the file contains it exactly once. */
  readonly defence: string;
  readonly without: string;
  /** Test files from the root, all of one suite. */
  readonly tests: readonly [string, ...string[]];
  /** Titles of tests in these files as their source writes them, without `describe`; in each of them an assertion must fail. */
  readonly titles: readonly [string, ...string[]];
}
