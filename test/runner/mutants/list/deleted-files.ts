/** A deleted file is gone within a minute, and the API says so. */
import type { Mutant } from '../mutant.ts';

const tests = ['apps/keeper/src/deleted-files.test.ts'] as const;

export const deletedFileMutants: readonly Mutant[] = [
  {
    name: 'a deleted file is forgotten once its object resisted',
    threat: 'operator plane',
    file: 'packages/files/src/deleted.ts',
    defence: 'if (removed.length > 0) await dropFileRemovals(database, removed);',
    without: 'await dropFileRemovals(database, removals);',
    tests,
    titles: ['an unreachable store is retried, and one object that cannot be removed does not block the others'],
  },
  {
    name: 'objects that resist stand before what is deleted later',
    threat: 'operator plane',
    file: 'packages/files/src/deleted.ts',
    defence: 'if (resisting.length > 0) await putOffFileRemovals(database, resisting);',
    without: '',
    tests,
    titles: ['objects that cannot be removed move behind the others, so that they never block later deletions'],
  },
  {
    name: 'the bytes of a deleted file come again, and are said to be deleted',
    threat: 'operator plane',
    file: 'prisma/functions/files/file_save_upload.sql',
    defence: ',\n          content_deleted_at = NULL, content_deleted_by = NULL, content_deleted_actor = NULL',
    without: '',
    tests: ['apps/gateway/src/operator/files.test.ts'],
    titles: ['a file is deleted once; uploading the same bytes again revives the same file'],
  },
];
