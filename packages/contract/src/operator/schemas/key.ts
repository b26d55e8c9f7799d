/** API keys as their administrators see them. Only one response contains the text of a key, once. */
import { Type } from 'typebox';
import { LIMITS } from '../../limits.ts';
import { SCOPES } from '../../scopes.ts';
import {
  KeyId,
  MicrosJson,
  Name,
  Timestamp,
  int32,
  list,
  named,
  nullable,
  oneOf,
  shownText,
} from '../../schemas/primitives.ts';
import { ProjectEnvironment, PublicId } from '../../schemas/project.ts';
import { HolderProject } from './holder.ts';
import { MemberId } from './ids.ts';
import { PAGE_MAX, pageQuery } from './page.ts';
import { Reason } from './reason.ts';

const Scopes = (minItems: number) =>
  Type.Array(oneOf('Scope', SCOPES, 'A permission of a key.'), {
    minItems,
    maxItems: SCOPES.length,
    uniqueItems: true,
  });

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
    'An API key, without its secret text. `lastUsedAt` is rounded to the minute and updated some seconds after use.',
  ),
);
export const FoundKey = Type.Object(
  { project: HolderProject, ...Key.properties },
  named('FoundKey', 'An API key without its secret text, and its project.'),
);
export const KeyName = Type.String({
  $id: 'KeyName',
  pattern: '^(key_[0-9a-z]{26}|[0-9A-Za-z]{16})$',
  maxLength: 30,
  description:
    'The id of an API key, or its public id: the text between the second and the third underscore of the key.',
});
export const KeyList = Type.Object(
  { keys: list(Key, PAGE_MAX), nextBefore: nullable(KeyId) },
  named('KeyList', 'Keys, newest first.'),
);
export const KeyQuery = pageQuery(KeyId);

export const IssuedKey = Type.Object(
  {
    token: nullable(
      Type.String({
        maxLength: 200,
        description: 'The key itself, only this once; null if the same request is repeated.',
      }),
    ),
    key: Key,
  },
  named('IssuedKey', 'A new key.'),
);

export const IssueKeyRequest = Type.Object(
  {
    name: shownText(LIMITS.keyNameMax, 'The purpose of the key.'),
    scopes: Scopes(1),
    memberId: Type.Optional({ ...MemberId, description: 'The owner of the key. Default: the caller.' }),
    expiresAt: Type.Optional(
      nullable(
        Type.String({
          pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$',
          maxLength: 24,
          description: 'RFC 3339, UTC. Null: the key never expires. Default: one year from now.',
        }),
      ),
    ),
    monthlyCapMicros: Type.Optional(nullable(MicrosJson)),
    reason: Reason,
  },
  named('IssueKeyRequest', 'The key to create.'),
);

export const RotateKeyRequest = Type.Object(
  {
    overlapDays: int32(0, {
      maximum: LIMITS.rotationOverlapDaysMax,
      description: 'For how many days the old key still works.',
    }),
    reason: Reason,
  },
  named('RotateKeyRequest', 'The overlap of the old and the new key.'),
);
