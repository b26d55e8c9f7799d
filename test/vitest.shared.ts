/** What every vitest run of this repository has in common, so that a suite's own config says only what is its own. */
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';

type TestOptions = NonNullable<ViteUserConfig['test']>;

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const sharedTestOptions = {
  pool: 'forks',
  maxWorkers: 2,
  allowOnly: false,
  passWithNoTests: false,
  testTimeout: 120_000, // a starved machine is slow, not wrong
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000, interval: 50 } }, // what is waited for without saying how long
  teardownTimeout: 15_000,
  setupFiles: [here('./runner/leaks.ts')],
  // A title is the guarantee it protects: one that is not kept must be seen, not tried again.
  retry: 0,
} satisfies TestOptions;

/** One database server for the whole run, started by the first suite that asks for `testDatabase()`. */
export const databaseSetup = here('../packages/testing/src/global-setup.ts');
