/** What a part of the suite is given and answers. */
import type { Options } from '../options.ts';

export interface PartOptions extends Options {
  /** Empty, of this run alone. */
  readonly directory: string;
  readonly print: (line: string) => void;
}

/** Answers whether all promises were kept. */
export type PartRun = (options: PartOptions) => Promise<boolean>;

/** The line by which a run that must be complete knows that something was left out: see skipNotes of the test runner. */
export const skipped = (name: string, missing: string): string => `skipped: ${name}: ${missing}`;
