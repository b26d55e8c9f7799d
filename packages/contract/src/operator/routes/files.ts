/** Files of a project: read the record of a file, even a deleted one, and delete a file before its period ends. */
import { FileId, ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import { DeletedFile, FoundFile, OperatedFile } from '../schemas/file.ts';
import { ReasonBody } from '../schemas/reason.ts';

const ofFile = {
  tag: 'Files',
  params: { projectId: ProjectId, fileId: FileId },
} as const;

export const fileRoutes = {
  findFile: {
    tag: 'Files',
    method: 'GET',
    path: '/files/{fileId}',
    access: { holder: 'VIEWER' },
    params: { fileId: FileId },
    summary: 'Find the record of a file by its id alone',
    description:
      'Looks in every project that the caller may see. Returns the project, and the record without the content.',
    successes: { 200: { description: 'The file and its project.', schema: FoundFile } },
    errors: [],
  },
  readFile: {
    ...ofFile,
    method: 'GET',
    path: '/projects/{projectId}/files/{fileId}',
    access: { project: 'VIEWER' },
    summary: 'Read the record of a file',
    description:
      'Also works for a file that has expired or was deleted, and then says when and by whom. The content of the file is not included.',
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
      'Deletes an upload or an artifact. The charge for an artifact remains. The file record and the audit log say who deleted the file and when. Uploading the same bytes again creates the file anew.',
    body: { kind: 'json', schema: ReasonBody, optional: true, example: { reason: 'the customer asked for it' } },
    successes: { 200: { description: 'When the file was deleted, and by whom.', schema: DeletedFile } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
