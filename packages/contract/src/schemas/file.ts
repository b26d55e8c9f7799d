/** Files: uploads and artifacts have the same schema. Contract, section 4. */
import { Type, type Static } from 'typebox';
import { FILE_TYPES, type FileType } from '@farebox/kernel';
import { LIMITS, UPLOAD_MIME_TYPES } from '../limits.ts';
import { CONTENT_DELETED_BY } from '../vocabulary.ts';
import { Count, FileId, Timestamp, described, int32, named, oneOf, wordOf } from './primitives.ts';

/** Base64 encodes three bytes as four characters. */
const BASE64_CHARACTERS_MAX = Math.ceil(LIMITS.uploadFileBytes / 3) * 4;
/** The limit of URLs that the service connects to. */
const REMOTE_URL_CHARACTERS_MAX = 2_000;
/** Signed URLs of object stores are long. */
const URL_CHARACTERS_MAX = 4_000;

const FileTombstone = Type.Object(
  {
    at: described(Timestamp, 'When the file was deleted.'),
    by: described(
      wordOf('ContentDeletedBy', CONTENT_DELETED_BY, 'The kind of actor that deleted the content.'),
      'The kind of actor that deleted the file.',
    ),
  },
  named('FileTombstone', 'The file was deleted before `expiresAt`, alone or with the content of its execution.'),
);

export const File = Type.Object(
  {
    id: described(FileId, 'Use it as `fileId` in the arguments of a tool.'),
    mimeType: described(
      oneOf('FileType', Object.keys(FILE_TYPES) as FileType[], 'The MIME type of an upload or an artifact.'),
      'The MIME type of the bytes.',
    ),
    sizeBytes: described(Count, 'The length of the file in bytes.'),
    sha256: Type.String({
      pattern: '^[0-9a-f]{64}$',
      maxLength: 64,
      description: 'The SHA-256 of the file, in hexadecimal.',
    }),
    createdAt: described(Timestamp, 'When the file was first stored.'),
    expiresAt: described(
      Timestamp,
      'When the file can no longer be used or downloaded: 30 days after it was first stored.',
    ),
    width: Type.Optional(int32(1, { description: 'In pixels, after EXIF orientation. Absent for audio.' })),
    height: Type.Optional(int32(1, { description: 'In pixels, after EXIF orientation. Absent for audio.' })),
    durationSeconds: Type.Optional(
      Type.Number({
        minimum: 0,
        format: 'double',
        description: 'The measured duration in seconds. Absent for images.',
      }),
    ),
    contentDeleted: Type.Optional(
      described(FileTombstone, 'When and by whom the file was deleted before it expired. Absent if it was not.'),
    ),
  },
  named('File', 'A private file of the project, retrievable until `expiresAt`.'),
);

export const UploadType = oneOf('UploadType', [...UPLOAD_MIME_TYPES], 'A MIME type that can be uploaded.');

export const UploadRequest = Type.Object(
  {
    mimeType: described(UploadType, 'The type that the bytes really have.'),
    data: Type.String({
      contentEncoding: 'base64',
      minLength: 4,
      maxLength: BASE64_CHARACTERS_MAX,
      pattern: '^[A-Za-z0-9+/]+={0,2}$',
      description: 'The file in base64 (RFC 4648, section 4), padded, without white space.',
    }),
  },
  named('UploadRequest', 'A file of at most 12 MiB in canonical base64.'),
);

export const UploadFromUrlRequest = Type.Object(
  {
    url: Type.String({
      minLength: 1,
      maxLength: REMOTE_URL_CHARACTERS_MAX,
      description:
        'An https URL on the internet, with port 443 or one from 1024, and without a user or a password. Redirects are not followed.',
    }),
    mimeType: described(UploadType, 'The type that the file really has.'),
  },
  named('UploadFromUrlRequest', 'The URL of a file of at most 12 MiB.'),
);

export const Download = Type.Object(
  {
    url: Type.String({
      format: 'uri',
      maxLength: URL_CHARACTERS_MAX,
      description: 'A secret: whoever has it can download the file.',
    }),
    expiresAt: described(Timestamp, 'When the URL stops working: within five minutes.'),
  },
  named('Download', 'A private URL. Send GET without any header within five minutes. Never log the URL.'),
);

export type File = Static<typeof File>;
export type UploadFromUrlRequest = Static<typeof UploadFromUrlRequest>;
export type Download = Static<typeof Download>;
