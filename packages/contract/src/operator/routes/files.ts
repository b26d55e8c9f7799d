/** Files of a project, before their period is over. */
import { Type } from 'typebox';
import { FileId, ProjectId, Timestamp, named } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import { ReasonBody } from '../schemas/reason.ts';

const DeletedFile = Type.Object(
  { fileId: FileId, deletedAt: Timestamp },
  named('DeletedFile', 'Nobody can use or fetch it any more; its bytes are gone within a minute.'),
);

export const fileRoutes = {
  deleteFile: {
    method: 'POST',
    path: '/projects/{projectId}/files/{fileId}/delete',
    tag: 'Files',
    access: { project: 'ADMIN' },
    params: { projectId: ProjectId, fileId: FileId },
    act: 'file.delete',
    summary: 'Delete a file now',
    description:
      'An upload or an artifact. What was paid for it stays in the books, and the audit log says who deleted it, when and why. The same bytes, uploaded again, are a file again.',
    body: { kind: 'json', schema: ReasonBody, optional: true, example: { reason: 'the customer asked for it' } },
    successes: { 200: { description: 'When it was deleted.', schema: DeletedFile } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
