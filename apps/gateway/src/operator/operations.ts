/** Keys of a project, and a test project's play money: list, issue, rotate, revoke. The text of a key is answered once, by the call that makes it. */
import { AppError, invalidRequest, SCOPES } from '@tollgate/contract';
import {
  issueKey,
  type IssuedKey,
  KEY_NAME_LENGTH_MAX,
  type KeyRow,
  listKeys,
  revokeKey,
  ROTATION_OVERLAP_DAYS_MAX,
  rotateKey,
} from '@tollgate/identity';
import { isId } from '@tollgate/kernel';
import { type Static, Type } from 'typebox';
import type { HandlerResult } from '../call/endpoint.ts';
import type { Operation, OperatorCall } from './operation.ts';
import { topUpOperation } from './top-up.ts';

const closed = { additionalProperties: false } as const;

const IssueBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: KEY_NAME_LENGTH_MAX }),
    scopes: Type.Array(Type.Enum([...SCOPES]), { minItems: 1, uniqueItems: true }),
    /** Owner of the key; left out: who calls. */
    memberId: Type.Optional(Type.String({ maxLength: 64 })),
    /** Null: never; left out: one year. */
    expiresAt: Type.Optional(
      Type.Union([Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$' }), Type.Null()]),
    ),
  },
  closed,
);

const RotateBody = Type.Object(
  { overlapDays: Type.Integer({ minimum: 0, maximum: ROTATION_OVERLAP_DAYS_MAX }) },
  closed,
);

export const OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/keys',
    run: async ({ database }, { projectId }) => {
      const keys = await listKeys(database, projectId);
      return { status: 200, data: { keys: keys.map(wireKey) } };
    },
  },
  {
    method: 'post',
    path: '/keys',
    schema: IssueBody,
    run: async (authority, call) => {
      const { memberId = call.memberId, expiresAt, ...body } = call.body as Static<typeof IssueBody>;
      const expiry = expiresAt === undefined ? {} : { expiresAt: expiresAt === null ? null : dateOf(expiresAt) };
      return issuedResult(await issueKey(authority, { ...body, ...actor(call), ...expiry, memberId }));
    },
  },
  {
    method: 'post',
    path: '/keys/:keyId/rotate',
    schema: RotateBody,
    run: async (authority, call) => {
      const body = call.body as Static<typeof RotateBody>;
      return issuedResult(await rotateKey(authority, { ...body, ...actor(call), keyId: keyIdOf(call) }));
    },
  },
  {
    method: 'post',
    path: '/keys/:keyId/revoke',
    run: async (authority, call) => {
      const key = await revokeKey(authority, { ...actor(call), keyId: keyIdOf(call) });
      return { status: 200, data: wireKey(present(key)) };
    },
  },
  topUpOperation,
];

/** What has not the form of a key's id can exist nowhere and costs no query. */
function keyIdOf({ params }: OperatorCall): string {
  const keyId = params['keyId'] ?? '';
  return present(isId('key', keyId) ? keyId : null);
}

const actor = ({ projectId, memberId }: OperatorCall) => ({ projectId, actorMemberId: memberId });

/** What the project does not have, or no longer, is as if it had never been. */
function present<T>(found: T | null): T {
  if (found === null) throw new AppError('not_found');
  return found;
}

function issuedResult(issued: IssuedKey | null): HandlerResult {
  const { token, key } = present(issued);
  return { status: 200, data: { token, key: wireKey(key) } };
}

/** A date that the calendar does not have is refused, not rolled over. */
function dateOf(text: string): Date {
  const date = new Date(text);
  const isReal = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text.slice(0, 19));
  if (!isReal) throw invalidRequest({ '/expiresAt': 'is no date' });
  if (date.getTime() <= Date.now()) throw invalidRequest({ '/expiresAt': 'has passed' });
  return date;
}

const wireKey = ({ createdAt, expiresAt, revokedAt, ...key }: KeyRow) => ({
  ...key,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
  revokedAt: revokedAt?.toISOString() ?? null,
});
