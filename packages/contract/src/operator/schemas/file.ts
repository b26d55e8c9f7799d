/** Files as who administers a project sees them: what they were and what became of them, never their bytes. */
import { Type } from 'typebox';
import { CONTENT_DELETED_BY } from '../../vocabulary.ts';
import { File } from '../../schemas/file.ts';
import { ExecutionId, FileId, Timestamp, named, nullable, oneOf, wordOf } from '../../schemas/primitives.ts';

const Actor = Type.String({ maxLength: 500 });

export const DeletedFile = Type.Object(
  {
    fileId: FileId,
    deletedAt: Timestamp,
    by: wordOf('ContentDeletedBy', CONTENT_DELETED_BY, 'Who deleted it.'),
    actor: { ...Actor, description: 'Who, as the issuer of their session names them.' },
  },
  named('DeletedFile', 'Nobody can use or fetch it any more; its bytes are gone within a minute.'),
);

export const OperatedFile = Type.Object(
  {
    file: File,
    origin: oneOf('FileOrigin', ['upload', 'artifact'], 'Sent by a client, or made by an execution.'),
    executionId: nullable({ ...ExecutionId, description: 'That made it.' }),
    contentDeletedActor: nullable({ ...Actor, description: 'Who deleted it, where somebody did.' }),
    isRemovalPending: Type.Boolean({ description: 'It was deleted, and the store still has its bytes.' }),
  },
  named('OperatedFile', 'A file of the project, and what became of it.'),
);
