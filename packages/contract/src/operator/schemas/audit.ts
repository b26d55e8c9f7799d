/** Entries of the audit log. */
import { Type } from 'typebox';
import { JsonObject, ProjectId, Timestamp, closed, list, named, nullable, oneOf } from '../../schemas/primitives.ts';
import { PAGE_MAX, pageQuery } from './page.ts';

const Number = Type.Integer({
  format: 'int64',
  minimum: 1,
  maximum: 2 ** 53 - 1,
  description: 'The number of the entry in its chain, from 1, without gaps.',
});

const AuditEntry = Type.Object(
  {
    number: Number,
    at: Timestamp,
    actor: Type.Object(
      {
        kind: oneOf(
          'ActorKind',
          ['member', 'operator', 'system'],
          'A member of the organization, a platform operator, or a program of the platform.',
        ),
        subject: Type.String({
          maxLength: 500,
          description: 'The `sub` of the session; for `system`, the name of the program.',
        }),
      },
      closed,
    ),
    act: Type.String({ maxLength: 100, description: '`<noun>.<verb>`.' }),
    projectId: nullable(ProjectId),
    target: Type.String({ maxLength: 200, description: 'The id of the changed object.' }),
    before: nullable(JsonObject),
    after: nullable(JsonObject),
    reason: nullable(Type.String({ maxLength: 500 })),
    requestId: nullable(Type.String({ maxLength: 64 })),
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      maxLength: 64,
      description: 'The SHA-256 of this entry and the hash of the entry before it.',
    }),
  },
  named('AuditEntry', 'An administrative change.'),
);
export const AuditEntryList = Type.Object(
  { entries: list(AuditEntry, PAGE_MAX), nextBefore: nullable(Number) },
  named('AuditEntryList', 'Entries, newest first.'),
);
export const AuditQuery = pageQuery(Number);
const Chain = Type.String({
  pattern: '^(platform|org_[0-9a-z]{26})$',
  maxLength: 30,
  description: '`platform`, or the id of an organization.',
});
export const AuditVerification = Type.Object(
  {
    chain: Chain,
    sound: Type.Integer({
      format: 'int64',
      minimum: 0,
      maximum: 2 ** 53 - 1,
      description: 'The number of unaltered entries before the first problem.',
    }),
    head: Type.Object(
      {
        number: Type.Integer({ format: 'int64', minimum: 0, maximum: 2 ** 53 - 1 }),
        hash: Type.String({ maxLength: 64 }),
      },
      closed,
    ),
    problem: nullable(
      Type.Object(
        {
          number: Number,
          kind: oneOf(
            'AuditProblem',
            ['altered', 'missing'],
            'The problem of the first entry that is not as it was written.',
          ),
        },
        closed,
      ),
    ),
  },
  named('AuditVerification', 'The result of the verification of a chain. `problem` is null if the chain is intact.'),
);
export const AuditVerificationList = Type.Object(
  { verifications: list(AuditVerification, PAGE_MAX), nextBefore: nullable(Chain) },
  named('AuditVerificationList', 'The platform first, then the organizations, newest first.'),
);
export const AuditVerificationQuery = pageQuery(Chain);
