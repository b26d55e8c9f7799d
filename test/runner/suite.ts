/** A suite as the runner sees it, whatever stands behind it: static checks, vitest, mutants. */

/** Something a suite cannot run without. `missing` completes "skipped: " and says what to install; null when it is there. */
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
  /** Tests that did not run, with the reason they printed where they did. */
  readonly skipped: number;
  readonly notes: readonly string[];
  /** Part → how long it took, where the suite knows it. */
  readonly partMs?: ReadonlyMap<string, number>;
}

/**
 * Which plans run a part: `quick` parts belong to every plan, `always` parts to `ci` and `full`, and `heavy` parts to `full`;
 * `ci` takes the heavy ones that a change can affect, and a slice that rotates.
 */
export type When = 'quick' | 'always' | 'heavy';

/** The least that can be run alone: a test file, a mutant, or a suite that cannot be divided. */
export interface Part {
  /** Unique in its suite: a path from the root, or the name of a mutant. */
  readonly name: string;
  readonly when: When;
  /** Files from the root on which the part depends, with everything that they import. A folder ends with a slash. */
  readonly reads: readonly string[];
}

export interface Place {
  readonly root: string;
  /** The environment for every process of the suite. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** A folder of its own, readable by every user, removed afterwards. */
  readonly folder: string;
}

export interface CheckContext extends Place {
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
  /** All there are, in a fixed order. */
  readonly parts: (place: Place) => Promise<readonly Part[]>;
  readonly run: (context: SuiteContext) => Promise<Tally>;
}
