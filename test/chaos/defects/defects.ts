/** Deliberate defects, put into the test's own database or programs and never into the product. The checker must find each, or it proves nothing. */
import type pg from 'pg';
import type { Counts } from '../system/apps.ts';
import type { Postgres } from '../system/postgres.ts';
import { KINDS, type Kind } from '../load/kinds.ts';
import { dropChecks, patchFunction, type SourcePatch } from './patch.ts';
import { killAfterTheCall, loseTheWork, resumeTooLate, type Scenario, work } from './scenarios.ts';

export interface Defect {
  readonly name: string;
  /** The promise that it breaks, possibly among others. */
  readonly promise: string;
  /** Puts the defect into the database once the system runs. */
  readonly put?: (sql: pg.Pool) => Promise<void>;
  /** Changes to the programs, made before they start. */
  readonly programs?: readonly SourcePatch[];
  readonly scenario: Scenario;
  /** Customers have webhook endpoints. */
  readonly receives?: true;
  /** Replaces the database that the other defects share. */
  readonly startDatabase?: (directory: string) => Promise<Postgres>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Additional processes that the other defects do not need. */
  readonly counts?: Partial<Counts>;
  /** Some breaches take time: the system runs until this query returns true. */
  readonly lingersUntil?: string;
  /** Then the system runs for this time, as the machine gives it. */
  readonly lingersMs?: number;
  /** The reason why the defect cannot be tried on this machine; null if it can. */
  readonly missing?: () => string | null;
}

const kinds = (...names: string[]): readonly Kind[] => KINDS.filter(({ name }) => names.includes(name));

export const DEFECTS: readonly Defect[] = [
  {
    name: 'claim-unchecked',
    promise: 'I9',
    async put(sql) {
      const given = "(given.item ->> 'claimToken')::uuid";
      await patchFunction(sql, { name: 'execution_lock_held', from: ` AND e.claim_token = ${given}`, to: '' });
      await patchFunction(sql, { name: 'execution_finish', from: ' AND e.claim_token = item.claim_token', to: '' });
    },
    scenario: resumeTooLate,
  },
  {
    name: 'settled-twice',
    promise: 'I2',
    async put(sql) {
      const settle = 'PERFORM ledger_settle(projects, ids, holds, charges, counted, at);';
      await sql.query('DROP INDEX ledger_transfer_once');
      await dropChecks(sql, 'ledger_account');
      await patchFunction(sql, { name: 'execution_is_settled', from: settle, to: `${settle} ${settle}` });
    },
    scenario: work(kinds('at once', 'failing')),
  },
  {
    name: 'sent-again-without-token',
    promise: 'I4',
    put: (sql) =>
      patchFunction(sql, {
        name: 'execution_claim',
        from: "'status', s.status",
        to: "'status', CASE WHEN s.status = 'dispatching' THEN 'pending' ELSE s.status END",
      }),
    scenario: killAfterTheCall,
  },
  {
    name: 'accepted-beyond-the-balance',
    promise: 'I1',
    async put(sql) {
      await dropChecks(sql, 'ledger_account');
      await patchFunction(sql, {
        name: 'execution_decide_capped',
        from: 'ELSIF available < request.maximum THEN',
        to: 'ELSIF false THEN',
      });
    },
    scenario: work(kinds('at once')),
  },
  {
    name: 'usage-drifts',
    promise: 'I8',
    put: (sql) =>
      patchFunction(sql, {
        name: 'ledger_settle',
        from: 'count(*), sum(charge)::bigint',
        to: 'count(*), sum(charge)::bigint + 1',
      }),
    scenario: work(kinds('at once')),
  },
  {
    name: 'key-counter-forgets',
    promise: 'I8',
    put: (sql) =>
      patchFunction(sql, {
        name: 'execution_is_settled',
        from: 'SET charged_micros = u.charged_micros + excluded.charged_micros',
        to: 'SET charged_micros = excluded.charged_micros',
      }),
    scenario: work(kinds('at once')),
  },
  {
    name: 'key-used-twice',
    promise: 'I5',
    async put(sql) {
      await sql.query('DROP INDEX execution_once');
    },
    scenario: work(kinds('at once')),
  },
  {
    name: 'nobody-looks-after-the-lost',
    promise: 'I6',
    put: (sql) =>
      patchFunction(sql, {
        name: 'execution_sweep',
        from: 'j.notify_at <= at',
        to: 'j.notify_at <= at AND false',
      }),
    scenario: loseTheWork,
  },
];
