/** An upload that comes in parts. */
import { Type, type Static } from 'typebox';
import { TUS } from '../routes/resumable.ts';
import { Count, FileId, Timestamp, named, oneOf } from './primitives.ts';

export const ResumableUpload = Type.Object(
  {
    id: Type.String({ pattern: '^up_[0-9a-f]{32}$', maxLength: 35 }),
    mimeType: oneOf('ResumableType', [...TUS.mimeTypes], 'A type of file that comes in parts.'),
    sizeBytes: Count,
    receivedBytes: Count,
    expiresAt: Timestamp,
    fileId: Type.Optional(FileId),
  },
  named('ResumableUpload', 'How far an upload has come. `fileId` once it is a file of the project.'),
);

export type ResumableUpload = Static<typeof ResumableUpload>;
