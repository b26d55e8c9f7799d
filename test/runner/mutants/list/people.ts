/** Who may administer what, and that who was removed may not any more. */
import type { Mutant } from '../mutant.ts';

const PEOPLE = ['apps/gateway/src/operator/people.test.ts'] as const;
const ROLES = ['packages/identity/src/people/people.test.ts'] as const;
const LIFECYCLE = ['apps/gateway/src/operator/project-lifecycle.test.ts'] as const;
const USES = ['packages/identity/src/keys/uses.test.ts'] as const;
const TOLD = ['apps/keeper/src/told-reviews.test.ts'] as const;
const UNHEARD = ['apps/keeper/src/unheard-review.test.ts'] as const;
const INVITATIONS = ['apps/gateway/src/operator/invitations.test.ts'] as const;
const INVITATION_ROWS = 'packages/identity/src/invitations/store/invitations.ts';
const ACCESS = 'apps/gateway/src/operator/access.ts';

export const peopleMutants: readonly Mutant[] = [
  {
    name: 'who was removed is let in as before',
    threat: 'operator plane',
    file: 'packages/identity/src/projects/store/find.ts',
    defence: 'removedAt === null && (sessionsAfter',
    without: '(sessionsAfter',
    tests: PEOPLE,
  },
  {
    name: 'sessions of before a removal are let in when it is taken back',
    threat: 'operator plane',
    file: 'packages/identity/src/projects/store/find.ts',
    defence: ' && (sessionsAfter === null || issuedAt > sessionsAfter)',
    without: '',
    tests: PEOPLE,
  },
  {
    name: 'who was removed while their act waited still acts',
    threat: 'operator plane',
    file: 'apps/gateway/src/http/bind-operator-route.ts',
    defence: '      await allow(transaction, who);',
    without: '',
    tests: PEOPLE,
  },
  {
    name: 'two ADMINs remove each other',
    threat: 'operator plane',
    file: 'packages/identity/src/people/store/locks.ts',
    defence: 'SELECT id FROM project WHERE id = ${id} FOR NO KEY UPDATE`',
    without: 'SELECT id FROM project WHERE id = ${id}`',
    tests: ROLES,
  },
  {
    name: 'a key that is made while its owner is removed stays',
    threat: 'key theft, guessing',
    file: 'packages/identity/src/people/roles.ts',
    defence:
      '  await markRemoved(transaction, place);\n  return await endKeys(transaction, { ...place, actorSubject });',
    without:
      '  const ended = await endKeys(transaction, { ...place, actorSubject });\n  await markRemoved(transaction, place);\n  return ended;',
    tests: ROLES,
  },
  {
    name: 'any member administers the people of an organization',
    threat: 'operator plane',
    file: ACCESS,
    defence: "if (mustBeAdmin && role !== 'ADMIN') throw new AppError('project_permission_required');",
    without: '',
    tests: PEOPLE,
  },
  {
    name: 'every member of an organization sees all of its projects',
    threat: "another project's ids",
    file: 'packages/identity/src/projects/store/administer.ts',
    defence: "o.role = 'ADMIN' AND ",
    without: '',
    tests: ['apps/gateway/src/operator/projects.test.ts'],
  },
  {
    name: 'an invitation is good for everybody who has its code',
    threat: 'operator plane',
    file: 'packages/identity/src/invitations/invitations.ts',
    defence: "  if (!(await markAccepted(transaction, acceptance))) throw new AppError('invitation_not_usable');",
    without: '  await markAccepted(transaction, acceptance);',
    tests: INVITATIONS,
  },
  {
    name: 'an invitation stands for ever',
    threat: 'operator plane',
    file: INVITATION_ROWS,
    defence: 'AND i.expires_at > now() AND (i.subject',
    without: 'AND (i.subject',
    tests: INVITATIONS,
  },
  {
    name: 'an ADMIN who was removed comes back by an invitation of their own',
    threat: 'operator plane',
    file: INVITATION_ROWS,
    defence: "AND o.role = 'ADMIN' AND o.removed_at IS NULL",
    without: '',
    tests: INVITATIONS,
  },
  {
    name: 'the secret of an invitation is not looked at',
    threat: 'key theft, guessing',
    file: 'packages/identity/src/invitations/invitations.ts',
    defence: 'if (found === null || !sameDigest(digest, found.secretHmac)) return null;',
    without: 'if (found === null) return null;',
    tests: INVITATIONS,
  },
  {
    name: 'an ADMIN lifts what an operator suspended',
    threat: 'operator plane',
    file: 'packages/identity/src/keys/store/find.ts',
    defence: 'p.execution_enabled AND p.suspended_at IS NULL AS',
    without: 'p.execution_enabled AS',
    tests: LIFECYCLE,
  },
  {
    name: 'a project is archived under its open executions',
    threat: 'operator plane',
    file: 'apps/gateway/src/operator/handlers/project-lifecycle.ts',
    defence: 'before.archivedAt === null && openExecutions > 0',
    without: 'openExecutions < 0',
    tests: LIFECYCLE,
  },
  {
    name: 'a key is made for an archived project',
    threat: 'key theft, guessing',
    file: 'packages/identity/src/keys/store/write.ts',
    defence: "if (project !== undefined && project.archivedAt !== null) throw new AppError('project_archived');",
    without: '',
    tests: LIFECYCLE,
  },
  {
    name: 'keys are noted with every look-up',
    threat: 'operator plane',
    file: 'packages/identity/src/keys/uses.ts',
    defence: ' || (sinceMs !== undefined && nowMs < sinceMs + SAMPLE_MS)',
    without: '',
    tests: USES,
  },
  {
    name: 'a use that could not be written is not noted again',
    threat: 'operator plane',
    file: 'packages/identity/src/keys/uses.ts',
    defence: '      notedAt = boundedMap(KEYS_MAX);\n',
    without: '',
    tests: USES,
  },
  {
    name: 'every gateway writes the use of a key',
    threat: 'operator plane',
    file: 'prisma/functions/identity/api_key_used.sql',
    defence: " WHERE u.used_at <= excluded.used_at - interval '1 minute'",
    without: '',
    tests: USES,
  },
  {
    name: 'the cap of a key is lost when it is rotated',
    threat: 'I8',
    file: 'packages/identity/src/keys/store/write.ts',
    defence: 'instant() + lifetime, monthly_cap_micros',
    without: 'instant() + lifetime, NULL',
    tests: ['apps/gateway/src/operator/keys.test.ts'],
  },
  {
    name: 'a review that the keeper ends is not told',
    threat: 'operator plane',
    file: 'apps/keeper/src/overdue.ts',
    defence: `claimed.inReview
    ? await endReviewUnheard(database, engine, finishing)
    : await store.finish(finishing);`,
    without: 'await store.finish(finishing);',
    tests: UNHEARD,
  },
  {
    name: 'a review ends before its entry is written',
    threat: 'operator plane',
    file: 'apps/keeper/src/unheard-review.ts',
    defence: '(await finishWithin(transaction, engine, finishing))',
    without: '(await finishWithin(database.prisma, engine, finishing))',
    tests: UNHEARD,
  },
  {
    name: 'a review that an operator ends is told twice',
    threat: 'operator plane',
    file: 'packages/executions/src/store/end-review.ts',
    defence: '  await dropReviewNote(transaction, finishing);\n',
    without: '',
    tests: TOLD,
  },
  {
    name: 'a step of a review goes untold where its entry cannot be written',
    threat: 'operator plane',
    file: 'apps/keeper/src/told-reviews.ts',
    defence: 'await takeReviewNotes(transaction, {',
    without: 'await takeReviewNotes(database.prisma, {',
    tests: TOLD,
  },
  {
    name: 'nobody is told that evidence ended a review',
    threat: 'operator plane',
    file: 'prisma/functions/executions/execution_review_is_noted.sql',
    defence: "(OLD.status = 'needs_review' OR NEW.status = 'needs_review')",
    without: "NEW.status = 'needs_review'",
    tests: TOLD,
  },
];
