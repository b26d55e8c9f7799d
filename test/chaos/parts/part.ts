/** The arguments and the result of a part of the suite. */
import type { Options } from '../options.ts';

export interface PartOptions extends Options {
  /** An empty folder for this run alone. */
  readonly directory: string;
  readonly print: (line: string) => void;
}

/** Resolves to whether all promises were kept. */
export type PartRun = (options: PartOptions) => Promise<boolean>;

/** The line by which a run that must be complete recognises an omission: see skipNotes of the test runner. */
export const skipped = (name: string, missing: string): string => `skipped: ${name}: ${missing}`;
