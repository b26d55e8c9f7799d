/** What members and operators may do, and that all of it is told. */
import type { Mutant } from '../mutant.ts';

const ACT = 'apps/gateway/src/operator/act.ts';
const ACCESS = 'apps/gateway/src/operator/access.ts';
const ACTS = ['apps/gateway/src/operator/act.test.ts'] as const;
const MATRIX = ['apps/gateway/src/isolation/operator-matrix.test.ts'] as const;
const REVIEWS = ['apps/gateway/src/operator/reviews.test.ts'] as const;
const LOG = ['packages/audit-log/src/audit-log.test.ts'] as const;
const VERIFY = 'packages/audit-log/src/store/verify.ts';

export const operatorMutants: readonly Mutant[] = [
  {
    name: 'requests that are repeated at the same time act twice',
    threat: 'operator plane',
    file: ACT,
    defence: 'await lockChain(transaction, chain);',
    without: '',
    tests: ACTS,
  },
  {
    name: 'an Idempotency-Key stands for any request',
    threat: 'operator plane',
    file: ACT,
    defence: "if (!bodySha256.equals(found.bodySha256)) throw new AppError('idempotency_key_conflict');",
    without: '',
    tests: ACTS,
  },
  {
    name: 'an Idempotency-Key stands for the same act on anything',
    threat: 'operator plane',
    file: ACT,
    defence: '  params: { ...params },\n',
    without: '',
    tests: ACTS,
  },
  {
    name: 'acts are not told',
    threat: 'operator plane',
    file: ACT,
    defence: 'if (entry !== null) {',
    without: 'if (entry !== null && idempotencyKey !== undefined) {',
    tests: ACTS,
  },
  {
    name: 'anybody is a platform operator',
    threat: 'operator plane',
    file: ACCESS,
    defence: "if (access === 'platform' && !isOperator) throw new AppError('not_found');",
    without: '',
    tests: ACTS,
  },
  {
    name: 'a role is not asked for',
    threat: 'operator plane',
    file: ACCESS,
    defence: "if (ROLES.indexOf(member.role) > ROLES.indexOf(role)) throw new AppError('project_permission_required');",
    without: '',
    tests: ['apps/gateway/src/operator/operator.test.ts'],
  },
  {
    name: 'who is no member learns that a project exists',
    threat: "another project's ids",
    file: ACCESS,
    defence: "if (member === null) throw new AppError('not_found');",
    without: "if (member === null) throw new AppError('project_permission_required');",
    tests: MATRIX,
  },
  {
    name: 'an operator ends a review that a worker looks at',
    threat: 'I4',
    file: 'packages/executions/src/store/end-review.ts',
    defence: "if (claimed === null) return { kind: 'busy' };",
    without: "if (claimed === null) return { kind: 'ended', charge: { chargedMicros: 0n, billing: [] } };",
    tests: REVIEWS,
  },
  {
    name: 'what follows a review that has ended is in no page of the queue',
    threat: 'operator plane',
    file: 'packages/executions/src/store/reviews.ts',
    defence: '(${after.resolveBy.toISOString()}::timestamptz, ${after.executionId})',
    without: '(SELECT o.resolve_by, o.id FROM execution AS o WHERE o.id = ${after.executionId})',
    tests: REVIEWS,
  },
  {
    name: 'an operator overrules a response that is stored',
    threat: 'I11',
    file: 'apps/gateway/src/operator/handlers/reviews.ts',
    defence: "if (before.hasStoredResponse) throw new AppError('review_has_evidence');",
    without: '',
    tests: REVIEWS,
  },
  {
    name: 'an operator has the customer pay above the hold, less than was verified',
    threat: 'I3',
    file: 'packages/executions/src/store/end-review.ts',
    defence:
      "if (charge.chargedMicros !== sumMicros(costs.map(({ costMicros }) => costMicros))) return { kind: 'above_hold' };",
    without: '',
    tests: REVIEWS,
  },
  {
    name: 'any claim makes an operator',
    threat: 'operator plane',
    file: 'packages/identity/src/sessions/verify.ts',
    defence: 'return said === claim.value ||',
    without: 'return said !== undefined ||',
    tests: ['packages/identity/src/sessions/sessions.test.ts'],
  },
  {
    name: 'an entry may be missing in the middle of the log',
    threat: 'operator plane',
    file: VERIFY,
    defence: "if (Number(number) !== sound + 1) return broken('missing');",
    without: '',
    tests: LOG,
  },
  {
    name: 'the end of the log may be missing',
    threat: 'operator plane',
    file: VERIFY,
    defence: 'if (sound < Math.max(head.number, kept?.number ?? 0))',
    without: 'if (false)',
    tests: LOG,
  },
  {
    name: 'a log that was written anew is believed',
    threat: 'operator plane',
    file: VERIFY,
    defence: "if (kept?.number === sound + 1 && kept.hash !== computed) return broken('altered');",
    without: '',
    tests: LOG,
  },
  {
    name: 'an export tells of what came after its time',
    threat: 'operator plane',
    file: 'packages/exports/src/store/sections.ts',
    defence: " AND s.kind = 'settle' AND s.id <= ${transferId}",
    without: " AND s.kind = 'settle'",
    tests: ['apps/keeper/src/exports.test.ts'],
  },
  {
    name: 'a keeper that lost its claim goes on with an export',
    threat: 'operator plane',
    file: 'packages/exports/src/produce.ts',
    defence: "if (!(await savePart(database, claimed, part))) return 'lost';",
    without: 'await savePart(database, claimed, part);',
    tests: ['apps/keeper/src/exports-killed.test.ts'],
  },
  {
    name: 'other bytes than were exported get the name of a part',
    threat: 'operator plane',
    file: 'packages/cli/src/exports/download.ts',
    defence: 'if ((await sha256Of(draft)) !== sha256) {',
    without: 'if (false) {',
    tests: ['packages/cli/src/exports/download.test.ts'],
  },
];
