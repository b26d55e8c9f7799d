/**
 * The chaos suite: each file of runs/ is a run of `npm run chaos` in its own process. They run one after the other, since each
 * uses the whole machine.
 */
import { defineConfig } from 'vitest/config';
import { sharedTestOptions } from '../vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'chaos',
    root: import.meta.dirname,
    include: ['**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 1_800_000,
  },
});
