/** What a suite is to the runner, whatever stands behind it: static checks, vitest, a shell script. */

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
}

export interface SuiteContext {
  readonly root: string;
  /** The environment for every process of the suite. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly limitMs: number;
  /** A folder of its own, readable by every user, removed afterwards. */
  readonly folder: string;
}

export interface Suite {
  readonly name: string;
  readonly about: string;
  readonly needs: readonly Need[];
  readonly limitMs: number;
  readonly run: (context: SuiteContext) => Promise<Tally>;
}
