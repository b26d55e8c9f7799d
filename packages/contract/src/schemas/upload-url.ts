/** An address by which somebody without a key may store one file in the project. */
import { Type, type Static } from 'typebox';
import { LIMITS } from '../limits.ts';
import { UploadType } from './file.ts';
import { Timestamp, int32, named } from './primitives.ts';

const URL_CHARACTERS_MAX = 4_000;
const bytes = (description: string) => int32(1, { maximum: LIMITS.uploadFileBytes, description });

export const UploadUrlRequest = Type.Object(
  {
    mimeType: UploadType,
    sizeBytes: Type.Optional(bytes('What the file has, exactly.')),
    sizeBytesMax: Type.Optional(bytes('What the file may have at most. Say this or `sizeBytes`, not both.')),
    sha256: Type.Optional(
      Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64, description: 'Of the one file that is taken.' }),
    ),
    expiresInSeconds: Type.Optional(
      int32(1, { maximum: LIMITS.uploadUrlSeconds, description: 'Until then the upload has to begin. Default 900.' }),
    ),
  },
  named('UploadUrlRequest', 'What the one file may be.'),
);

export const UploadUrl = Type.Object(
  {
    uploadUrl: Type.String({ format: 'uri', maxLength: URL_CHARACTERS_MAX }),
    method: Type.Literal('PUT', { type: 'string' }),
    headers: Type.Unsafe<Record<string, string>>({
      type: 'object',
      additionalProperties: { type: 'string', maxLength: 200 },
      maxProperties: 4,
      description: 'To be sent with it: the `Content-Type`. No key is, and no cookie.',
    }),
    sizeBytesMax: bytes('What is taken at most.'),
    expiresAt: Timestamp,
  },
  named('UploadUrl', 'A private address for one file: whoever has it may store that, once, before `expiresAt`.'),
);

export type UploadUrlRequest = Static<typeof UploadUrlRequest>;
export type UploadUrl = Static<typeof UploadUrl>;
