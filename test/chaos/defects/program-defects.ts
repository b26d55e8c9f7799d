/** Defects of programs: each program starts with a changed module, and really does the wrong thing that the checker must find. */
import { KINDS, type Kind, TEMPLATE } from '../load/kinds.ts';
import type { Defect } from './defects.ts';
import { patchFunction } from './patch.ts';
import { agreeToLess, loseTheReplies, killAfterTheCall, misuseKeys, listen, work, workBeside } from './scenarios.ts';

const kinds = (...names: string[]): readonly Kind[] => KINDS.filter(({ name }) => names.includes(name));

export const PROGRAM_DEFECTS: readonly Defect[] = [
  {
    name: 'a-misused-key-is-answered-400',
    promise: 'I5',
    programs: [
      {
        file: 'packages/contract/src/errors.ts',
        from: 'idempotency_key_conflict: {\n    http: 409',
        to: 'idempotency_key_conflict: {\n    http: 400',
      },
    ],
    scenario: misuseKeys,
  },
  {
    name: 'accepted-false-in-doubt',
    promise: 'I5',
    programs: [
      {
        file: 'apps/gateway/src/endpoint/failure.ts',
        from: "? withAccepted(failure, 'unknown')",
        to: '? withAccepted(failure, false)',
      },
    ],
    scenario: loseTheReplies,
  },
  {
    name: 'more-reserved-than-agreed',
    promise: 'I12',
    programs: [
      {
        file: 'apps/gateway/src/accept/check-price.ts',
        from: 'if (BigInt(sentMaximumChargeMicros) >= now.maximumMicros) return;',
        to: 'if (priceVersion === sentVersion) return;',
      },
    ],
    scenario: agreeToLess,
  },
  {
    name: 'another-version-than-quoted',
    promise: 'I12',
    programs: [
      {
        file: 'apps/gateway/src/accept/check-price.ts',
        from: 'if (sentVersion !== priceVersion)',
        to: 'if (sentVersion.slice(0, 19) !== priceVersion.slice(0, 19))',
      },
    ],
    scenario: workBeside('activate', [TEMPLATE]),
  },
  {
    name: 'parts-in-another-order',
    promise: 'I7',
    programs: [
      {
        file: 'packages/files/src/store/resumable.ts',
        from: 'ORDER BY offset_bytes`',
        to: 'ORDER BY object_key`',
      },
    ],
    scenario: workBeside('resume', kinds('at once'), { executions: 8 }),
  },
  {
    name: 'an-address-stores-twice',
    promise: 'I5',
    programs: [
      {
        file: 'packages/files/src/store/upload-once.ts',
        from: 'if (taken.length === 0) throw',
        to: 'if (taken.length > 1) throw',
      },
    ],
    scenario: workBeside('upload', kinds('at once')),
  },
  {
    name: 'an-agent-pays-each-call',
    promise: 'I5',
    programs: [
      {
        file: 'packages/mcp/src/quote-id.ts',
        from: "`mcp_${hash('sha256', quoteId)}`",
        to: "`mcp_${hash('sha256', quoteId + Math.random())}`",
      },
    ],
    scenario: workBeside('agent', kinds('at once')),
  },
  {
    name: 'a-live-artifact-is-deleted',
    promise: 'I7',
    // Retention runs within the run.
    programs: [
      {
        file: 'apps/keeper/src/keeper.ts',
        from: "name: 'retention', everyMs: MINUTE_MS",
        to: "name: 'retention', everyMs: 500",
      },
    ],
    put: (sql) => patchFunction(sql, { name: 'file_expire', from: 'f.expires_at <= instant()', to: 'true' }),
    scenario: work(kinds('with an artifact')),
  },
  {
    name: 'a-review-without-an-end',
    promise: 'I6',
    programs: [{ file: 'apps/keeper/src/overdue.ts', from: 'await overdueReviews(database, LIMIT)', to: '[]' }],
    environment: { FAREBOX_REVIEW_RESOLVE_SECONDS: '2' },
    lingersUntil: `SELECT bool_and(resolve_by < now()) AS done FROM execution WHERE status = 'needs_review'`,
    // The checker allows 30 s of the machine's time.
    lingersMs: 32_000,
    scenario: killAfterTheCall,
  },
  {
    name: 'an-end-is-not-told',
    promise: 'I14',
    programs: [
      {
        file: 'apps/gateway/src/watch/project-changes.ts',
        from: 'if (isNew && !isFirst) tell(state, data);',
        to: 'if (isNew && !isFirst && !isTerminal(state.status)) tell(state, data);',
      },
    ],
    scenario: listen(kinds('at once')),
  },
  {
    name: 'a-key-in-a-log',
    promise: 'I10',
    programs: [
      {
        file: 'apps/gateway/src/http/authentication.ts',
        from: 'return identity;\n}\n\n',
        to: "console.log('asked by', token); return identity;\n}\n\n",
      },
    ],
    scenario: work(kinds('at once')),
  },
];
