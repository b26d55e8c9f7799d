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
  {
    name: "another project's file is priced",
    threat: "another project's ids",
    file: 'packages/files/src/store/files.ts',
    defence: 'WHERE project_id = ${projectId} AND id = ANY (${wanted})',
    without: "WHERE project_id <> ${projectId} || '?' AND id = ANY (${wanted})",
    tests: ['apps/gateway/src/isolation/public-matrix.test.ts'],
  },
  {
    name: "another project's artifact is found, whosever execution is named",
    threat: "another project's ids",
    file: 'packages/files/src/store/files.ts',
    defence: 'WHERE project_id = ${projectId} AND id = ${fileId} AND execution_id = ${executionId}',
    without: "WHERE project_id <> ${projectId} || '?' AND id = ${fileId} AND execution_id <> ${executionId} || '?'",
    tests: ['apps/gateway/src/isolation/public-matrix.test.ts'],
  },
];
