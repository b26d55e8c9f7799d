/** What keeps those who wait and listen from costing others anything, and from hearing what is not theirs. */
import type { Mutant } from '../mutant.ts';

const WAITS: readonly [string] = ['apps/gateway/src/watch/waits.test.ts'];

export const watchMutants: readonly Mutant[] = [
  {
    name: 'any number of requests wait',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/watch/waits.ts',
    defence: "['all', limits.all],",
    without: '',
    tests: WAITS,
  },
  {
    name: 'a watch that failed once asks no more',
    threat: 'resource exhaustion',
    file: 'apps/gateway/src/watch/execution-watch.ts',
    defence: '    isLooking = false;\n    schedule();',
    without: '    isLooking = isFailing;\n    schedule();',
    tests: WAITS,
  },
  {
    name: 'progress is no change to who waits',
    threat: 'resource exhaustion',
    file: 'packages/executions/src/store/watched.ts',
    defence: "concat_ws(' ', e.xmin, steps.mark, told.mark)",
    without: "concat_ws(' ', e.xmin, steps.mark)",
    tests: ['packages/executions/src/store/watched.test.ts'],
  },
];
