/** Defects that leave every account balanced: only a check that knows the right charge, outcome or request can find them. */
import type pg from 'pg';
import { KINDS, MEASURED, PAID } from '../load/kinds.ts';
import type { Defect } from './defects.ts';
import { patchFunction } from './patch.ts';
import { killAfterTheCall, work } from './scenarios.ts';

/** Rewrites every end before it is recorded and settled. `its`: the accepted execution; `item`: its intended end. */
const rewriteEndings = (
  sql: pg.Pool,
  when: string,
  { status = 'item.status', micros = '' }: Rewritten,
): Promise<void> =>
  patchFunction(sql, {
    name: 'execution_finish',
    from: 'BEGIN\n',
    to: `BEGIN
  SELECT array_agg(CASE WHEN ${when} THEN ${status} ELSE item.status END ORDER BY n),
         array_agg(CASE WHEN ${when} THEN ${micros || 'item.charge'} ELSE item.charge END ORDER BY n),
         string_agg(CASE WHEN ${when} THEN ${micros === '' ? 'item.billing' : billed(micros)} ELSE item.billing END, E'\\n' ORDER BY n)
    INTO p_statuses, p_charges, p_billings
    FROM unnest(p_ids, p_statuses, p_charges, string_to_array(p_billings, E'\\n')) WITH ORDINALITY AS item (id, status, charge, billing, n)
    JOIN execution AS its ON its.id = item.id;\n`,
  });

interface Rewritten {
  readonly status?: string;
  readonly micros?: string;
}

const billed = (micros: string): string =>
  `jsonb_build_array(jsonb_build_object('step', 0, 'description', 'x', 'unit', 'call', 'quantity', 1, 'amountMicros', ${micros}))::text`;

const kinds = (...names: string[]) => KINDS.filter(({ name }) => names.includes(name));

export const QUIET_DEFECTS: readonly Defect[] = [
  {
    name: 'a-failure-pays-its-hold',
    promise: 'I3',
    put: (sql) => rewriteEndings(sql, "item.status = 'failed'", { micros: 'its.maximum_micros' }),
    scenario: work(kinds('failing')),
  },
  {
    name: 'a-success-pays-beside-its-units',
    promise: 'I12',
    put: (sql) => rewriteEndings(sql, "item.status = 'succeeded'", { micros: 'its.maximum_micros - 1' }),
    scenario: work(kinds('at once')),
  },
  {
    name: 'a-success-pays-its-hold',
    promise: 'I12',
    put: (sql) => rewriteEndings(sql, "item.status = 'succeeded'", { micros: 'its.maximum_micros' }),
    scenario: work([MEASURED]),
  },
  {
    name: 'cancelled-unasked',
    promise: 'I9',
    put: (sql) => rewriteEndings(sql, "item.status = 'failed'", { status: "'cancelled'" }),
    scenario: work(kinds('failing')),
  },
  {
    name: 'files-forgotten',
    promise: 'I7',
    put: (sql) =>
      patchFunction(sql, { name: 'execution_write_steps', from: "coalesce(item.files, '[]')", to: "'[]'::jsonb" }),
    scenario: work(kinds('with an artifact')),
  },
  {
    name: 'a-sound-of-another-type',
    promise: 'I7',
    counts: { 'worker-av': 1 },
    put: (sql) =>
      patchFunction(sql, {
        name: 'execution_write_steps',
        from: 'f."mimeType", f."sizeBytes"',
        to: `regexp_replace(f."mimeType", '^audio/(?!wav).*', 'audio/wav'), f."sizeBytes"`,
      }),
    scenario: work(kinds('a sound')),
  },
  {
    name: 'a-key-opens-another-project',
    promise: 'I10',
    async put(sql) {
      // Keys and their events reference each other by project, so foreign keys are not checked here.
      await sql.query(`SET session_replication_role = replica;
        WITH lost AS (SELECT id, member_id FROM api_key ORDER BY project_id DESC, id LIMIT 1),
             moved AS (UPDATE member SET project_id = (SELECT min(id) FROM project) WHERE id = (SELECT member_id FROM lost))
        UPDATE api_key SET project_id = (SELECT min(id) FROM project) WHERE id = (SELECT id FROM lost);
        RESET session_replication_role`);
    },
    scenario: work(kinds('at once')),
  },
  {
    name: 'credited-twice',
    promise: 'I1',
    async put(sql) {
      await sql.query(`SELECT ledger_top_up(project_id, funded_micros, 'again') FROM ledger_account`);
    },
    scenario: work(kinds('at once')),
  },
  {
    name: 'sent-before-the-intent',
    promise: 'I4',
    put: (sql) =>
      patchFunction(sql, {
        name: 'execution_step_dispatch',
        from: "'dispatching', greatest",
        to: "'pending', greatest",
      }),
    scenario: work([PAID]),
  },
  {
    name: 'costs-forgotten',
    promise: 'I3',
    put: (sql) =>
      patchFunction(sql, {
        name: 'provider_cost_write',
        from: "IF NOT jsonb_path_exists(p_items, '$[*].costs[*]') THEN",
        to: 'IF true THEN',
      }),
    scenario: work([PAID]),
  },
  {
    name: 'a-review-ends-at-once',
    promise: 'I6',
    put: (sql) =>
      patchFunction(sql, {
        name: 'execution_review',
        from: 'coalesce(e.resolve_by, instant() + p_resolve), review_lookups',
        to: 'instant(), review_lookups',
      }),
    scenario: killAfterTheCall,
  },
];
