/**
 * A defence taken out on purpose: a piece of source that is replaced in a copy, and the tests that must then fail. It lives as data, so
 * that the table of threats and the suite cannot say different things.
 */

export interface Mutant {
  /** Unique; names what is missing, in a few words. */
  readonly name: string;
  /** The row of the threat table in SECURITY.md or the promise (I1 to I13) that the defence serves. */
  readonly threat: string;
  /** The source, from the root. */
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly defence: string;
  readonly without: string;
  /** Test files from the root; at least one test of them must fail. */
  readonly tests: readonly [string, ...string[]];
}
