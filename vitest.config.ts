/**
 * The unit tests, which stand beside the code. The suites in test/ have configs of their own: see docs/testing.md. `npm test` runs them in
 * two parts, each with a time limit that distinguishes a hang from work: the engines, which decode and encode, and all others. A file named
 * on the command line is found in both. Files share a process, which imports each module once. A file that needs a process of its own is
 * named `*.process.test.ts` and says why.
 */
import { configDefaults, defineConfig } from 'vitest/config';
import { databaseSetup, sharedTestOptions } from './test/vitest.shared.ts';

const ENGINES = ['apps/worker-*/**', 'packages/{sandbox,media}/**', 'test/bench/**'];
const ALL = ['packages/**', 'apps/**', 'test/{runner,bench}/**'];
const PARTS: Readonly<Record<string, { readonly folders: string[]; readonly without: string[] }>> = {
  engines: { folders: ENGINES, without: [] },
  others: { folders: ALL, without: ENGINES },
};
const { folders, without } = PARTS[process.env['UNIT_PART'] ?? ''] ?? { folders: ALL, without: [] };

/** Most tests outside the engines wait for processes that they started, so more tests than cores run side by side. */
const maxWorkers = process.env['UNIT_PART'] === 'others' ? 4 : sharedTestOptions.maxWorkers;

const OWN_PROCESS = '*.process.test.ts';
const inFolders = (file: string): string[] => folders.map((folder) => `${folder}/${file}`);

export default defineConfig({
  test: {
    ...sharedTestOptions,
    maxWorkers,
    globalSetup: [databaseSetup],
    projects: [
      {
        test: {
          ...sharedTestOptions,
          maxWorkers,
          name: 'unit',
          isolate: false,
          include: inFolders('*.test.ts'),
          exclude: [...configDefaults.exclude, ...without, `**/${OWN_PROCESS}`],
        },
      },
      {
        test: {
          ...sharedTestOptions,
          maxWorkers,
          name: 'process',
          include: inFolders(OWN_PROCESS),
          exclude: [...configDefaults.exclude, ...without],
        },
      },
    ],
  },
});
