/** The unit tests, which stand beside the code. The suites in test/ have a config of their own: see docs/testing.md. */
import { defineConfig } from 'vitest/config';
import { databaseSetup, sharedTestOptions } from './test/vitest.shared.ts';

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'unit',
    include: ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'test/{runner,bench}/**/*.test.ts'],
    globalSetup: [databaseSetup],
  },
});
