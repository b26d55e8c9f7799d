/** Defects of what happens beside executions: what operators give, cancels, times, files, costs, keys and webhooks. Each system is consistent in itself. */
import { KINDS, type Kind, PAID } from '../load/kinds.ts';
import { cancelsIn, give } from './beside-scenarios.ts';
import type { Defect } from './defects.ts';
import { patchFunction } from './patch.ts';
import { work, workBeside } from './scenarios.ts';

const kinds = (...names: string[]): readonly Kind[] => KINDS.filter(({ name }) => names.includes(name));

export const BESIDE_DEFECTS: readonly Defect[] = [
  {
    name: 'a-credit-of-more-than-was-given',
    promise: 'I1',
    put: (sql) =>
      patchFunction(sql, {
        name: 'ledger_fund',
        from: 'PERFORM ledger_lock(ARRAY[p_project]);',
        to: "IF p_kind = 'credit' THEN p_amount_micros := p_amount_micros + 1; END IF; PERFORM ledger_lock(ARRAY[p_project]);",
      }),
    scenario: give,
  },
  {
    name: 'a-refund-that-is-not-logged',
    promise: 'I1',
    programs: [
      {
        file: 'apps/gateway/src/operator/act.ts',
        from: 'if (entry !== null) {',
        to: "if (entry !== null && act !== 'balance.refund') {",
      },
    ],
    scenario: give,
  },
  {
    name: 'a-cancel-does-nothing',
    promise: 'I9',
    put: (sql) =>
      patchFunction(sql, {
        name: 'execution_cancel',
        from: 'IF e.cancel_requested_at IS NULL THEN',
        to: 'IF false THEN',
      }),
    scenario: cancelsIn('running'),
  },
  {
    name: 'a-worker-ignores-a-cancel',
    promise: 'I9',
    programs: [
      {
        file: 'packages/worker/src/keep-leases.ts',
        from: "else if (reply.cancelRequested) stopWork(each, 'cancel');",
        to: '',
      },
    ],
    scenario: cancelsIn('running'),
    lingersUntil: 'SELECT bool_and(finished_at IS NOT NULL) AS done FROM execution',
  },
  {
    name: 'a-batch-cancel-does-nothing',
    promise: 'I9',
    put: (sql) =>
      patchFunction(sql, {
        name: 'batch_cancel',
        from: 'AND e.finished_at IS NULL AND e.cancel_requested_at IS NULL',
        to: 'AND e.finished_at IS NULL AND false',
      }),
    scenario: workBeside('batch', kinds('longer than a lease'), { executions: 12 }),
  },
  {
    name: 'settled-in-another-month',
    promise: 'I8',
    put: (sql) =>
      patchFunction(sql, {
        name: 'ledger_settle',
        from: 'PERFORM ledger_lock(p_projects);',
        to: "p_at := p_at - interval '40 days'; PERFORM ledger_lock(p_projects);",
      }),
    scenario: work(kinds('at once')),
  },
  {
    name: 'a-key-counts-for-another',
    promise: 'I8',
    async put(sql) {
      await sql.query(`CREATE FUNCTION chaos.move_key() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
        BEGIN
          NEW.key_lineage := (SELECT max(lineage_id) FROM public.api_key WHERE project_id = NEW.project_id);
          RETURN NEW;
        END $$;
        CREATE TRIGGER chaos_move BEFORE INSERT ON public.execution FOR EACH ROW EXECUTE FUNCTION chaos.move_key()`);
    },
    scenario: work(kinds('at once')),
  },
  {
    name: 'artifacts-kept-too-long',
    promise: 'I7',
    put: (sql) =>
      patchFunction(sql, {
        name: 'execution_write_steps',
        from: 'instant() + p_retention',
        to: 'instant() + 2 * p_retention',
      }),
    scenario: work(kinds('with an artifact')),
  },
  {
    name: 'a-sound-that-lasts-longer',
    promise: 'I7',
    counts: { 'worker-av': 1 },
    put: (sql) =>
      patchFunction(sql, {
        name: 'execution_write_steps',
        from: 'f."durationSeconds", f."objectKey"',
        to: 'f."durationSeconds" + 0.3, f."objectKey"',
      }),
    scenario: work(kinds('a sound')),
  },
  {
    name: 'an-upload-of-another-width',
    promise: 'I7',
    put: (sql) =>
      patchFunction(sql, {
        name: 'file_save_upload',
        from: 'p_mime_type, p_size_bytes, p_width, p_height, p_duration_seconds, p_object_key, instant()',
        to: 'p_mime_type, p_size_bytes, p_width + 1, p_height, p_duration_seconds, p_object_key, instant()',
      }),
    scenario: workBeside('upload', kinds('at once'), { executions: 8 }),
  },
  {
    name: 'booked-below-the-cost',
    promise: 'I3',
    put: (sql) =>
      patchFunction(sql, {
        name: 'provider_cost_write',
        from: 'cost."bookedMicros", instant()',
        to: 'greatest(cost."bookedMicros" - 1, 0), instant()',
      }),
    scenario: work([PAID]),
  },
  {
    name: 'a-report-without-costs',
    promise: 'I3',
    put: (sql) =>
      patchFunction(sql, {
        name: 'report_margin',
        from: 'coalesce(c.late_micros, c.stated_micros, c.derived_micros, 0) AS cost',
        to: '0::bigint AS cost',
      }),
    scenario: work([PAID]),
  },
  {
    name: 'a-webhook-again-and-again',
    promise: 'I14',
    receives: true,
    programs: [
      {
        file: 'packages/webhooks/src/attempt.ts',
        from: 'retrySeconds: isOver ? null : pauseAfter(claimed.attemptOfRound)',
        to: 'retrySeconds: isOver ? 1 : pauseAfter(claimed.attemptOfRound)',
      },
    ],
    scenario: work(kinds('at once')),
    lingersMs: 10_000,
  },
];
