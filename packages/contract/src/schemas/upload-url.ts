/** An upload URL: a client without a key can store one file in the project. */
import { Type, type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { UploadType } from './file.ts';
import { Timestamp, described, int32, named } from './primitives.ts';

const URL_CHARACTERS_MAX = 4_000;
const bytes = (description: string) => int32(1, { maximum: LIMITS.uploadFileBytes, description });

export const UploadUrlRequest = Type.Object(
  {
    mimeType: described(UploadType, 'The type that the file really has.'),
    sizeBytes: Type.Optional(bytes('The exact size of the file in bytes.')),
    sizeBytesMax: Type.Optional(bytes('The maximum size of the file in bytes. Send this or `sizeBytes`, not both.')),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{64}$',
        maxLength: 64,
        description: 'The SHA-256 of the file, in hexadecimal. The URL then accepts no other file.',
      }),
    ),
    expiresInSeconds: Type.Optional(
      int32(1, {
        maximum: LIMITS.uploadUrlSeconds,
        description: 'The upload must begin within this time. Default 900.',
      }),
    ),
  },
  named('UploadUrlRequest', 'The file that the URL accepts.'),
);

export const UploadUrl = Type.Object(
  {
    uploadUrl: Type.String({
      format: 'uri',
      maxLength: URL_CHARACTERS_MAX,
      description: 'A secret: whoever has it can store the file once.',
    }),
    method: Type.Literal('PUT', { type: 'string', description: 'The HTTP method of the upload: always `PUT`.' }),
    headers: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 200 },
      maxProperties: 4,
      description: 'Headers to send with the file: `Content-Type`. Send no API key and no cookie.',
    }),
    sizeBytesMax: bytes('The maximum size of the file in bytes.'),
    expiresAt: described(Timestamp, 'The upload must begin before this time.'),
  },
  named(
    'UploadUrl',
    'A private URL for one file: any client that has it can store that file once, before `expiresAt`.',
  ),
);

export type UploadUrlRequest = Static<typeof UploadUrlRequest>;
export type UploadUrl = Static<typeof UploadUrl>;
