/** Entries of the audit log. */
import { Type } from 'typebox';
import { JsonObject, ProjectId, Timestamp, closed, list, named, nullable, oneOf } from '../../schemas/primitives.ts';
import { PAGE_MAX, pageQuery } from './page.ts';

const Number = Type.Integer({
  format: 'int64',
  minimum: 1,
  maximum: 2 ** 53 - 1,
  description: 'Of its chain, from 1 on, without a gap.',
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
          'A member of the organization, an operator of the platform, or a program of it.',
        ),
        subject: Type.String({ maxLength: 500, description: 'As in their session; of the system, which program.' }),
      },
      closed,
    ),
    act: Type.String({ maxLength: 100, description: '`<noun>.<verb>`.' }),
    projectId: nullable(ProjectId),
    target: Type.String({ maxLength: 200, description: 'Id of what was acted on.' }),
    before: nullable(JsonObject),
    after: nullable(JsonObject),
    reason: nullable(Type.String({ maxLength: 500 })),
    requestId: nullable(Type.String({ maxLength: 64 })),
    hash: Type.String({
      pattern: '^[0-9a-f]{64}$',
      maxLength: 64,
      description: 'SHA-256 over this entry and the hash of the one before it.',
    }),
  },
  named('AuditEntry', 'An administrative act.'),
);
export const AuditEntryList = Type.Object(
  { entries: list(AuditEntry, PAGE_MAX), nextBefore: nullable(Number) },
  named('AuditEntryList', 'Entries, newest first.'),
);
export const AuditQuery = pageQuery(Number);
const Chain = Type.String({
  pattern: '^(platform|org_[0-9a-z]{26})$',
  maxLength: 30,
  description: 'Of the platform, or of the organization with this id.',
});
export const AuditVerification = Type.Object(
  {
    chain: Chain,
    sound: Type.Integer({
      format: 'int64',
      minimum: 0,
      maximum: 2 ** 53 - 1,
      description: 'Entries that are as they were written, from the first on.',
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
            'What is wrong with the first entry that is not as it was written.',
          ),
        },
        closed,
      ),
    ),
  },
  named('AuditVerification', 'A chain whose hashes were computed again.'),
);
export const AuditVerificationList = Type.Object(
  { verifications: list(AuditVerification, PAGE_MAX), nextBefore: nullable(Chain) },
  named('AuditVerificationList', 'Of the platform first, then of organizations, newest first.'),
);
export const AuditVerificationQuery = pageQuery(Chain);
