/** What the audit must find: books changed as nobody may change them. Used by its tests only. */
const NEW_ROW = `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, execution_id)`;
export const STEP = (id: string, name: string, value: string) =>
  `UPDATE execution SET local_steps = jsonb_set(local_steps::jsonb, '{0,${name}}', '${value}') WHERE id = '${id}'`;
const FIVE_USD = 5_000_000;

/** How it is done; what is found; how it is undone. `$id` an execution that succeeded, `$open` one that is queued, `$p` the project. */
export const BREACHES: Readonly<
  Record<string, { does: readonly string[]; finds: readonly string[]; undoes: readonly string[] }>
> = {
  'an open execution that nobody will look after': {
    does: [
      `CREATE TABLE gone AS SELECT * FROM execution_job WHERE id = '$open'`,
      `DELETE FROM execution_job WHERE id = '$open'`,
    ],
    finds: ['job $open'],
    undoes: [`INSERT INTO execution_job SELECT * FROM gone`, `DROP TABLE gone`],
  },
  'an execution cancelled without settlement': {
    does: [
      `UPDATE execution SET status = 'cancelled', finished_at = now(), charged_micros = 0, billing = '[]', run_at = NULL WHERE id = '$open'`,
    ],
    finds: ['job $open', 'settlement $open'],
    undoes: [
      `UPDATE execution SET status = 'queued', finished_at = NULL, charged_micros = NULL, billing = NULL, run_at = now() WHERE id = '$open'`,
    ],
  },
  'usage that is 5 USD too high': {
    does: [`UPDATE usage_month SET charged_micros = charged_micros + ${FIVE_USD}`],
    finds: ['usage $p $month'],
    undoes: [`UPDATE usage_month SET charged_micros = charged_micros - ${FIVE_USD}`],
  },
  'usage of a month in which nothing was settled': {
    does: [`INSERT INTO usage_month (project_id, month, settled_requests) VALUES ('$p', '2001-02-01', 1)`],
    finds: ['usage $p 2001-02'],
    undoes: [`DELETE FROM usage_month WHERE month = '2001-02-01'`],
  },
  'an account off its transfers': {
    does: ['UPDATE ledger_account SET funded_micros = funded_micros + 1, available_micros = available_micros + 1'],
    finds: ['account $p'],
    undoes: ['UPDATE ledger_account SET funded_micros = funded_micros - 1, available_micros = available_micros - 1'],
  },
  'an execution without its hold': {
    does: [`UPDATE ledger_transfer SET execution_id = 'exe_x' WHERE execution_id = '$open'`],
    finds: ['hold $open'],
    undoes: [`UPDATE ledger_transfer SET execution_id = '$open' WHERE execution_id = 'exe_x'`],
  },
  'a second hold': {
    does: ['DROP INDEX ledger_transfer_once', `${NEW_ROW} VALUES ('$p', 'reserve', 'available', 'held', 100, '$open')`],
    finds: ['hold $open', 'account $p'],
    undoes: [],
  },
  'a hold for an execution that does not exist': {
    does: [`${NEW_ROW} VALUES ('$p', 'reserve', 'available', 'held', 5, 'exe_none')`],
    finds: ['account $p', 'transfer $t'],
    undoes: [],
  },
  'a refund above its charge': {
    does: [
      `INSERT INTO ledger_refund (project_id, execution_id, reference) VALUES ('$p', '$id', 'gift')`,
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES ('$p', 'refund', 'funding', 'available', 22, 'gift')`,
      'UPDATE ledger_account SET funded_micros = funded_micros + 22, available_micros = available_micros + 22',
    ],
    finds: ['transfer $t'],
    undoes: [],
  },
  'a refund that names nothing': {
    does: [
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES ('$p', 'refund', 'funding', 'available', 2, 'gift')`,
      'UPDATE ledger_account SET funded_micros = funded_micros + 2, available_micros = available_micros + 2',
    ],
    finds: ['transfer $t'],
    undoes: [],
  },
  'content that is gone, and nobody deleted it': {
    does: [`UPDATE execution SET plan = execution_plan_without_content(plan), result = NULL WHERE id = '$id'`],
    finds: ['content $id'],
    undoes: [`UPDATE execution SET plan = jsonb_set(plan, '{0,parameters}', '{}') WHERE id = '$id'`],
  },
  'content that was deleted, and is there': {
    does: [`UPDATE execution SET content_deleted_at = now(), content_deleted_by = 'retention' WHERE id = '$id'`],
    finds: ['content $id'],
    undoes: [`UPDATE execution SET content_deleted_at = NULL, content_deleted_by = NULL WHERE id = '$id'`],
  },
  'content that was deleted of what goes on': {
    does: [
      `UPDATE execution SET content_deleted_at = now(), content_deleted_by = 'retention', plan = execution_plan_without_content(plan) WHERE id = '$open'`,
    ],
    finds: ['content $open'],
    undoes: [
      `UPDATE execution SET content_deleted_at = NULL, content_deleted_by = NULL, plan = jsonb_set(plan, '{0,parameters}', '{}') WHERE id = '$open'`,
    ],
  },
  'a charge other than its settlement': {
    does: [
      `UPDATE execution SET charged_micros = 28, billing = jsonb_set(billing::jsonb, '{0,amountMicros}', '28') WHERE id = '$id'`,
    ],
    finds: ['charge $id', 'settlement $id'],
    undoes: [
      `UPDATE execution SET charged_micros = 21, billing = jsonb_set(billing::jsonb, '{0,amountMicros}', '21') WHERE id = '$id'`,
    ],
  },
  'a charge beside units × price': {
    does: [STEP('$id', 'units', '4')],
    finds: ['charge $id'],
    undoes: [STEP('$id', 'units', '3')],
  },
  'a provider’s cost booked otherwise than it was charged': {
    does: [STEP('$failed', 'costMicros', '40')],
    finds: ['charge $failed', 'cost $failed'],
    undoes: [STEP('$failed', 'costMicros', 'null')],
  },
  'a cost booked for a step that never ended': {
    does: [
      `INSERT INTO provider_cost (project_id, execution_id, step, provider, model, stated_micros, booked_micros)
       VALUES ('$p', '$failed', 5, 'p', 'm', 9, 9)`,
    ],
    finds: ['cost $failed'],
    undoes: ['DELETE FROM provider_cost'],
  },
  'a call without an outcome of which no cost is awaited': {
    does: [
      `INSERT INTO execution_step (project_id, execution_id, index, status, attempt, claim_token, token, dispatched_at)
       VALUES ('$p', '$failed', 5, 'unknown', 1, gen_random_uuid(), 't', now())`,
    ],
    finds: ['cost $failed'],
    undoes: ['DELETE FROM execution_step'],
  },
  'a success without its step': {
    does: [STEP('$id', 'status', '"failed"')],
    finds: ['charge $id'],
    undoes: [STEP('$id', 'status', '"succeeded"')],
  },
};
