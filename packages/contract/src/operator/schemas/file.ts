/** Files as administrators of a project see them: their records, never their content. */
import { Type } from 'typebox';
import { CONTENT_DELETED_BY } from '../../vocabulary.ts';
import { File } from '../../schemas/file.ts';
import { ExecutionId, FileId, Timestamp, named, nullable, oneOf, wordOf } from '../../schemas/primitives.ts';
import { HolderProject } from './holder.ts';

const Actor = Type.String({ maxLength: 500 });

export const DeletedFile = Type.Object(
  {
    fileId: FileId,
    deletedAt: Timestamp,
    by: wordOf('ContentDeletedBy', CONTENT_DELETED_BY, 'The kind of actor that deleted the file.'),
    actor: { ...Actor, description: 'The `sub` of the session that deleted the file.' },
  },
  named('DeletedFile', 'The file can no longer be used or downloaded. Its bytes are deleted within a minute.'),
);

export const OperatedFile = Type.Object(
  {
    file: File,
    origin: oneOf('FileOrigin', ['upload', 'artifact'], 'Uploaded by a client, or created by an execution.'),
    executionId: nullable({ ...ExecutionId, description: 'The execution that created the file.' }),
    contentDeletedActor: nullable({ ...Actor, description: 'The person who deleted the file, if a person did.' }),
    isRemovalPending: Type.Boolean({ description: 'The file was deleted, but its bytes are still in the store.' }),
  },
  named('OperatedFile', 'The record of a file of the project.'),
);
export const FoundFile = Type.Object(
  { project: HolderProject, ...OperatedFile.properties },
  named('FoundFile', 'The record of a file, and its project.'),
);
