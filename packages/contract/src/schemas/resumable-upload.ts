/** A resumable upload. */
import { Type, type Static } from 'typebox';
import { TUS } from '../routes/resumable.ts';
import { File } from './file.ts';
import { Count, Timestamp, described, named, oneOf } from './primitives.ts';

export const ResumableUpload = Type.Object(
  {
    id: Type.String({ pattern: '^up_[0-9a-f]{32}$', maxLength: 35, description: 'Identifies the upload in a report.' }),
    mimeType: described(
      oneOf('ResumableType', [...TUS.mimeTypes], 'A MIME type that supports resumable uploads.'),
      'The declared type of the file.',
    ),
    sizeBytes: described(Count, 'The declared length of the whole file in bytes.'),
    receivedBytes: described(Count, 'The bytes that are stored: continue from this offset.'),
    expiresAt: described(Timestamp, 'When an unfinished upload is deleted.'),
    file: Type.Optional(described(File, 'The file that the complete upload has produced. Absent before that.')),
  },
  named(
    'ResumableUpload',
    'The progress of a resumable upload. `file` is set once the upload is complete, for as long as the file exists.',
  ),
);

export type ResumableUpload = Static<typeof ResumableUpload>;
