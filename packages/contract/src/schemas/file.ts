/** Files: uploads and artifacts have one shape. Contract, section 4. */
import { Type, type Static } from 'typebox';
import { UPLOAD_MIME_TYPES } from '../limits.ts';
import { Timestamp, named } from './primitives.ts';

export const File = Type.Object(
  {
    id: Type.String(),
    mimeType: Type.String(),
    sizeBytes: Type.Integer({ minimum: 0 }),
    sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
    createdAt: Timestamp,
    expiresAt: Timestamp,
    width: Type.Optional(Type.Integer({ minimum: 1 })),
    height: Type.Optional(Type.Integer({ minimum: 1 })),
    durationSeconds: Type.Optional(Type.Number({ minimum: 0 })),
  },
  named('File', 'A private file of the project, retrievable until `expiresAt`.'),
);

export const UploadRequest = Type.Object(
  {
    mimeType: Type.Enum([...UPLOAD_MIME_TYPES]),
    data: Type.String({ contentEncoding: 'base64', minLength: 4 }),
  },
  named('UploadRequest', 'A file of at most 12 MiB in canonical base64.'),
);

export const Download = Type.Object(
  { url: Type.String({ format: 'uri' }), expiresAt: Timestamp },
  named('Download', 'A private URL. GET it without any header, within five minutes; never log it.'),
);

export type File = Static<typeof File>;
export type Download = Static<typeof Download>;
