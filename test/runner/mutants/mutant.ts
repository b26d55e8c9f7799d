/**
 * A defence taken out on purpose: a piece of source that is replaced in a copy, and the tests that must then fail. It lives as data, so
 * that the table of threats and the suite cannot say different things.
 */

import type { Row } from './threats.ts';

export interface Mutant {
  /** Unique; names what is missing, in a few words. */
  readonly name: string;
  /** The threat (threats.ts) or the promise (I1 to I13) that the defence serves. */
  readonly threat: Row;
  /** The source, from the root. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly defence: string;
  readonly without: string;
  /** Test files from the root, all of one suite. */
  readonly tests: readonly [string, ...string[]];
  /** Titles of tests in these files, without the `describe` around them, as their source writes them; an assertion of each must fail. */
  readonly titles: readonly [string, ...string[]];
}
