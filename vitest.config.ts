/**
 * The unit tests, which stand beside the code. The suites in test/ have a config of their own: see docs/testing.md. `npm test` runs them in two parts,
 * so that each has a limit that tells a hang from work: those of the engines, which decode and encode, and all others. A file that is named is found in both.
 */
import { configDefaults, defineConfig } from 'vitest/config';
import { databaseSetup, sharedTestOptions } from './test/vitest.shared.ts';

const ENGINES = [
  'apps/worker-*/**/*.test.ts',
  'packages/{sandbox,media,ffmpeg}/**/*.test.ts',
  'test/bench/**/*.test.ts',
];
const ALL = ['packages/**/*.test.ts', 'apps/**/*.test.ts', 'test/{runner,bench}/**/*.test.ts'];
const PARTS: Readonly<Record<string, { readonly include: string[]; readonly exclude: string[] }>> = {
  engines: { include: ENGINES, exclude: [] },
  others: { include: ALL, exclude: ENGINES },
};
const { include, exclude } = PARTS[process.env['UNIT_PART'] ?? ''] ?? { include: ALL, exclude: [] };

export default defineConfig({
  test: {
    ...sharedTestOptions,
    name: 'unit',
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    globalSetup: [databaseSetup],
  },
});
