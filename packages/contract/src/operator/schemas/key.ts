/** API keys as their administrators see them. The text of a key is in one response, once. */
import { Type } from 'typebox';
import { LIMITS } from '../../limits.ts';
import { SCOPES } from '../../scopes.ts';
import { KeyId, MicrosJson, Name, Timestamp, int32, list, named, nullable, oneOf } from '../../schemas/primitives.ts';
import { ProjectEnvironment, PublicId } from '../../schemas/project.ts';
import { MemberId } from './ids.ts';
import { PAGE_MAX, pageQuery } from './page.ts';
import { Reason } from './reason.ts';

const Scopes = (minItems: number) =>
  Type.Array(oneOf('Scope', SCOPES, 'What a key may do.'), { minItems, maxItems: SCOPES.length, uniqueItems: true });

export const Key = Type.Object(
  {
    id: KeyId,
    publicId: PublicId,
    environment: ProjectEnvironment,
    lineage: KeyId,
    name: Name,
    scopes: Scopes(0),
    memberId: MemberId,
    createdAt: Timestamp,
    expiresAt: nullable(Timestamp),
    revokedAt: nullable(Timestamp),
    lastUsedAt: nullable(Timestamp),
    monthlyCapMicros: nullable(MicrosJson),
  },
  named(
    'Key',
    'An API key, without what it consists of. When it was last used is to the minute, and known some seconds later.',
  ),
);
export const KeyList = Type.Object(
  { keys: list(Key, PAGE_MAX), nextBefore: nullable(KeyId) },
  named('KeyList', 'Keys, newest first.'),
);
export const KeyQuery = pageQuery(KeyId);

export const IssuedKey = Type.Object(
  {
    token: nullable(
      Type.String({ maxLength: 200, description: 'The key itself, once: null when the same request is repeated.' }),
    ),
    key: Key,
  },
  named('IssuedKey', 'A new key.'),
);

export const IssueKeyRequest = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: LIMITS.keyNameMax, description: 'Tells people what it is for.' }),
    scopes: Scopes(1),
    memberId: Type.Optional({ ...MemberId, description: 'Owner of the key. Left out: who calls.' }),
    expiresAt: Type.Optional(
      nullable(
        Type.String({
          pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$',
          maxLength: 24,
          description: 'RFC 3339, UTC. Null: never. Left out: in one year.',
        }),
      ),
    ),
    monthlyCapMicros: Type.Optional(nullable(MicrosJson)),
    reason: Reason,
  },
  named('IssueKeyRequest', 'A key to be made.'),
);

export const RotateKeyRequest = Type.Object(
  {
    overlapDays: int32(0, {
      maximum: LIMITS.rotationOverlapDaysMax,
      description: 'For how long the old key still works.',
    }),
    reason: Reason,
  },
  named('RotateKeyRequest', 'How a key is replaced.'),
);
