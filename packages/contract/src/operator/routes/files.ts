/** Files of a project: what is known of one, also when it is gone, and deleting one before its period is over. */
import { FileId, ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import { DeletedFile, OperatedFile } from '../schemas/file.ts';
import { ReasonBody } from '../schemas/reason.ts';

const ofFile = {
  tag: 'Files',
  params: { projectId: ProjectId, fileId: FileId },
} as const;

export const fileRoutes = {
  readFile: {
    ...ofFile,
    method: 'GET',
    path: '/projects/{projectId}/files/{fileId}',
    access: { project: 'VIEWER' },
    summary: 'One file',
    description:
      'Also one that has expired or was deleted: what it was, and since when and by whom it is gone. The bytes themselves are not shown.',
    successes: { 200: { description: 'The file.', schema: OperatedFile } },
    errors: [],
  },
  deleteFile: {
    ...ofFile,
    method: 'POST',
    path: '/projects/{projectId}/files/{fileId}/delete',
    access: { project: 'ADMIN' },
    act: 'file.delete',
    summary: 'Delete a file now',
    description:
      'An upload or an artifact. What was paid for it stays in the books; the file and the audit log say who deleted it and when. The same bytes, uploaded again, are a file again.',
    body: { kind: 'json', schema: ReasonBody, optional: true, example: { reason: 'the customer asked for it' } },
    successes: { 200: { description: 'When it was deleted, and by whom.', schema: DeletedFile } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
