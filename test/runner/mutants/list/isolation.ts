/** What is another project's is as if it did not exist, wherever its id stands. */
import type { Mutant } from '../mutant.ts';

export const isolationMutants: readonly Mutant[] = [
  {
    name: "an operator gives another project's charge back",
    threat: "another project's ids",
    file: 'packages/ledger/src/store/fund.ts',
    defence: "WHERE s.project_id = ${projectId} AND s.execution_id = ${executionId} AND s.kind = 'settle'",
    without: "WHERE s.project_id <> ${projectId} || '?' AND s.execution_id = ${executionId} AND s.kind = 'settle'",
    tests: ['apps/gateway/src/isolation/operator-ids.test.ts'],
  },
];
