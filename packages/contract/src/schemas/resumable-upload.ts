/** A resumable upload. */
import { Type, type Static } from 'typebox';
import { TUS } from '../routes/resumable.ts';
import { File } from './file.ts';
import { Count, Timestamp, named, oneOf } from './primitives.ts';

export const ResumableUpload = Type.Object(
  {
    id: Type.String({ pattern: '^up_[0-9a-f]{32}$', maxLength: 35 }),
    mimeType: oneOf('ResumableType', [...TUS.mimeTypes], 'A MIME type that supports resumable uploads.'),
    sizeBytes: Count,
    receivedBytes: Count,
    expiresAt: Timestamp,
    file: Type.Optional(File),
  },
  named(
    'ResumableUpload',
    'The progress of a resumable upload. `file` is set once the upload is complete, for as long as the file exists.',
  ),
);

export type ResumableUpload = Static<typeof ResumableUpload>;
