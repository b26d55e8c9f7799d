/** An upload that comes in parts. */
import { Type, type Static } from 'typebox';
import { TUS } from '../routes/resumable.ts';
import { File } from './file.ts';
import { Count, Timestamp, named, oneOf } from './primitives.ts';

export const ResumableUpload = Type.Object(
  {
    id: Type.String({ pattern: '^up_[0-9a-f]{32}$', maxLength: 35 }),
    mimeType: oneOf('ResumableType', [...TUS.mimeTypes], 'A type of file that comes in parts.'),
    sizeBytes: Count,
    receivedBytes: Count,
    expiresAt: Timestamp,
    file: Type.Optional(File),
  },
  named(
    'ResumableUpload',
    'How far an upload has come. `file` once it is one of the project, for as long as that is there.',
  ),
);

export type ResumableUpload = Static<typeof ResumableUpload>;
