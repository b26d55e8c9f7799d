/** The runner's view of a suite, whether it consists of static checks, vitest files or mutants. */

/** A requirement of a suite. `missing` completes "skipped: " and says what to install; null when the requirement is met. */
export interface Need {
  readonly missing: () => Promise<string | null> | string | null;
}

export interface Failure {
  readonly title: string;
  readonly text: string;
}

export interface Tally {
  readonly passed: number;
  readonly failures: readonly Failure[];
  /** Number of tests that did not run, each with a printed reason. */
  readonly skipped: number;
  readonly notes: readonly string[];
  /** Part → milliseconds, for suites that measure their parts. */
  readonly partMs?: ReadonlyMap<string, number>;
}

/**
 * Which plans run a part: every plan runs `quick` parts, `ci` and `full` run `always` parts, `full` runs `heavy` parts. `ci` also
 * runs the heavy parts that a change can affect, and a rotating slice of the others.
 */
export type When = 'quick' | 'always' | 'heavy';

/** The smallest unit that can run alone: a test file, a mutant, or a suite that cannot be divided. */
export interface Part {
  /** Unique in its suite: a path from the root, or the name of a mutant. */
  readonly name: string;
  readonly when: When;
  /** Files from the root on which the part depends, with everything that they import. A folder ends with a slash. */
  readonly reads: readonly string[];
}

export interface Workspace {
  readonly root: string;
  /** Environment of every process of the suite. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The suite's own folder, readable by every user and removed afterwards. */
  readonly folder: string;
}

export interface CheckContext extends Workspace {
  readonly limitMs: number;
}

export interface SuiteContext extends CheckContext {
  /** Names of the parts to run. */
  readonly parts: readonly string[];
}

export interface Suite {
  readonly name: string;
  readonly about: string;
  readonly needs: readonly Need[];
  readonly limitMs: number;
  /** All parts, in a fixed order. */
  readonly parts: (workspace: Workspace) => Promise<readonly Part[]>;
  readonly run: (context: SuiteContext) => Promise<Tally>;
}
