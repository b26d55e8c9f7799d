/** The resources of another project look as if they did not exist, wherever their ids are used. */
import type { Mutant } from '../mutant.ts';

const doors = ['apps/gateway/src/isolation/doors.test.ts'] as const;

export const isolationMutants: readonly Mutant[] = [
  {
    name: "an operator gives another project's charge back",
    threat: "another project's ids",
    file: 'packages/ledger/src/store/fund.ts',
    defence: "WHERE s.project_id = ${projectId} AND s.execution_id = ${executionId} AND s.kind = 'settle'",
    without: "WHERE s.project_id <> ${projectId} || '?' AND s.execution_id = ${executionId} AND s.kind = 'settle'",
    tests: ['apps/gateway/src/isolation/operator-ids.test.ts'],
    titles: ['$name: $at shows nothing of other projects'],
  },
  {
    name: 'an id alone finds things of projects that the caller may not see',
    threat: "another project's ids",
    file: 'packages/identity/src/projects/store/holder.ts',
    defence: '(${session.isOperator} OR EXISTS (',
    without: '(${session.isOperator} OR true OR EXISTS (',
    tests: ['apps/gateway/src/operator/found.test.ts'],
    titles: ['a member finds the things of their projects only, and anybody else gets what a missing id gets'],
  },
  {
    name: "another project's file is priced",
    threat: "another project's ids",
    file: 'packages/files/src/store/files.ts',
    defence: 'WHERE project_id = ${projectId} AND id = ANY (${wanted})',
    without: "WHERE project_id <> ${projectId} || '?' AND id = ANY (${wanted})",
    tests: ['apps/gateway/src/isolation/public-matrix.test.ts'],
    titles: ['a file is hidden from %s in every argument of every tool'],
  },
  {
    name: "another project's artifact is found, whosever execution is named",
    threat: "another project's ids",
    file: 'packages/files/src/store/files.ts',
    defence: 'WHERE project_id = ${projectId} AND id = ${fileId} AND execution_id = ${executionId}',
    without: "WHERE project_id <> ${projectId} || '?' AND id = ${fileId} AND execution_id <> ${executionId} || '?'",
    tests: ['apps/gateway/src/isolation/public-matrix.test.ts'],
    titles: ['a key of %s sees nothing of the project, by one name or by all'],
  },
  {
    name: 'an upload in parts of another project is said to be there',
    threat: "another project's ids",
    file: 'apps/gateway/src/http/tus/requests.ts',
    defence: "if (upload === null) throw new TusError('upload_not_found');",
    without: "if (upload === null) throw new TusError(id === null ? 'upload_not_found' : 'upload_offset_conflict');",
    tests: doors,
    titles: ['%s hide the files of other projects, by every method'],
  },
  {
    name: 'an address for an upload in parts takes one at once',
    threat: "another project's ids",
    file: 'apps/gateway/src/upload/upload-addresses.ts',
    defence: "const PURPOSE = 'farebox-upload-url-1';",
    without: "const PURPOSE = 'farebox-resumable-upload-1';",
    tests: doors,
    titles: ['%s hide the files of other projects, by every method'],
  },
  {
    name: 'an address says that the key of it has ended',
    threat: "another project's ids",
    file: 'apps/gateway/src/http/receive-signed.ts',
    defence: "if (identity === null) throw new AppError('upload_url_not_usable');",
    without: "if (identity === null) throw new AppError('invalid_api_key');",
    tests: doors,
    titles: ['%s hide the files of other projects, by every method'],
  },
  {
    name: "an agent learns whether another project's quote was executed",
    threat: "another project's ids",
    file: 'packages/executions/src/store/read.ts',
    defence: 'WHERE e.project_id COLLATE "ucs_basic" = ${projectId} AND e.idempotency_key = ${idempotencyKey}',
    without: "WHERE e.project_id <> ${projectId} || '?' AND e.idempotency_key = ${idempotencyKey}",
    tests: doors,
    titles: ['MCP tools reveal nothing of a project to %s'],
  },
];
