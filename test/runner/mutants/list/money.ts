/** Bytes and money are what they are said to be. */
import type { Mutant } from '../mutant.ts';

export const moneyMutants: readonly Mutant[] = [
  {
    name: 'an object that is not what was put is taken for it',
    threat: 'I7',
    file: 'packages/worker/src/step/content.ts',
    defence: 'if (sha256 !== expected.sha256 || sizeBytes !== expected.sizeBytes)',
    without: 'if (sizeBytes < 0)',
    tests: ['packages/worker/src/step/content.test.ts'],
  },
];
