/** Settings that all vitest runs of this repository share; a suite's own config has only its own. */
import { fileURLToPath } from 'node:url';
import type { ViteUserConfig } from 'vitest/config';

type TestOptions = NonNullable<ViteUserConfig['test']>;

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const sharedTestOptions = {
  pool: 'forks',
  maxWorkers: 2,
  allowOnly: false,
  passWithNoTests: false,
  // Ends what hangs. A busy machine is slow, not wrong: one gave tests a tenth of the speed of a quiet one.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 30_000, interval: 50 } }, // for waits without a limit of their own
  teardownTimeout: 15_000,
  setupFiles: [here('./runner/leaks.ts')],
  // No retries: a test that fails once shows that its guarantee does not always hold.
  retry: 0,
} satisfies TestOptions;

/** One database server for the whole run, started by the first suite that asks for `testDatabase()`. */
export const databaseSetup = here('../packages/testing/src/global-setup.ts');
