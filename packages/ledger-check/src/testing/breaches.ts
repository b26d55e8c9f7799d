/** Breaches that the ledger check must find: forbidden changes of the books. Used by its tests only. */
const NEW_ROW = `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, execution_id)`;
export const STEP = (id: string, name: string, value: string) =>
  `UPDATE execution SET local_steps = jsonb_set(local_steps::jsonb, '{0,${name}}', '${value}') WHERE id = '${id}'`;
const FIVE_USD = 5_000_000;
/** Caps the key of every execution here; its counters start with its current holds and charges. */
const CAPPED = `SELECT ledger_cap_key('$p', 'key_one', 100000)`;
/** A paid checkout without a booking. */
const PAID = `INSERT INTO checkout (project_id, id, amount_micros, is_live, opened_by, expires_at, status, paid_at)
  VALUES ('$p', 'chk_1', 10000, true, 'ann', now(), 'paid', now())`;
const UNPAID = `DELETE FROM checkout`;
const book = (kind: string, amountMicros: number, reference: string): string =>
  `SELECT ledger_fund('$p', '${kind}', ${amountMicros}, '${reference}', NULL)`;
const told = (id: string, kind: string, amountMicros: number): string =>
  `INSERT INTO payment_event (id, kind, subject, at, project, checkout, amount_micros)
   VALUES ('${id}', '${kind}', 'pi_1', now(), '$p', 'chk_1', ${amountMicros})`;
const BOOKED = [PAID, book('top_up', 10_000, 'stripe-chk_1')];

/**
 * SQL of the breach, expected findings, SQL that undoes it. `$id` is a succeeded execution, `$open` a queued one, `$p` the
 * project.
 */
export const BREACHES: Readonly<
  Record<string, { does: readonly string[]; finds: readonly string[]; undoes: readonly string[] }>
> = {
  'an open execution without a job': {
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
      `UPDATE execution SET status = 'queued', finished_at = NULL, charged_micros = NULL, billing = NULL, run_at = instant() WHERE id = '$open'`,
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
  'an account that differs from its transfers': {
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
  'a refund without an execution': {
    does: [
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES ('$p', 'refund', 'funding', 'available', 2, 'gift')`,
      'UPDATE ledger_account SET funded_micros = funded_micros + 2, available_micros = available_micros + 2',
    ],
    finds: ['transfer $t'],
    undoes: [],
  },
  'missing content that was never deleted': {
    does: [`UPDATE execution SET plan = execution_plan_without_content(plan), result = NULL WHERE id = '$id'`],
    finds: ['content $id'],
    undoes: [`UPDATE execution SET plan = jsonb_set(plan, '{0,parameters}', '{}') WHERE id = '$id'`],
  },
  'content marked as deleted that still exists': {
    does: [`UPDATE execution SET content_deleted_at = now(), content_deleted_by = 'retention' WHERE id = '$id'`],
    finds: ['content $id'],
    undoes: [`UPDATE execution SET content_deleted_at = NULL, content_deleted_by = NULL WHERE id = '$id'`],
  },
  'deleted content of an open execution': {
    does: [
      `UPDATE execution SET content_deleted_at = now(), content_deleted_by = 'retention', plan = execution_plan_without_content(plan) WHERE id = '$open'`,
    ],
    finds: ['content $open'],
    undoes: [
      `UPDATE execution SET content_deleted_at = NULL, content_deleted_by = NULL, plan = jsonb_set(plan, '{0,parameters}', '{}') WHERE id = '$open'`,
    ],
  },
  'a charge that differs from its settlement': {
    does: [
      `UPDATE execution SET charged_micros = 28, billing = jsonb_set(billing::jsonb, '{0,amountMicros}', '28') WHERE id = '$id'`,
    ],
    finds: ['charge $id', 'settlement $id'],
    undoes: [
      `UPDATE execution SET charged_micros = 21, billing = jsonb_set(billing::jsonb, '{0,amountMicros}', '21') WHERE id = '$id'`,
    ],
  },
  'a charge that differs from units × price': {
    does: [STEP('$id', 'units', '4')],
    finds: ['charge $id'],
    undoes: [STEP('$id', 'units', '3')],
  },
  'a booked provider cost that differs from the charge': {
    does: [STEP('$failed', 'costMicros', '40')],
    finds: ['charge $failed', 'cost $failed'],
    undoes: [STEP('$failed', 'costMicros', 'null')],
  },
  'a booked cost of a step that has not ended': {
    does: [
      `INSERT INTO provider_cost (project_id, execution_id, step, provider, model, stated_micros, booked_micros)
       VALUES ('$p', '$failed', 5, 'p', 'm', 9, 9)`,
    ],
    finds: ['cost $failed'],
    undoes: ['DELETE FROM provider_cost'],
  },
  'a provider call of unknown outcome whose cost is not awaited': {
    does: [
      `INSERT INTO execution_step (project_id, execution_id, index, status, attempt, claim_token, token, dispatched_at)
       VALUES ('$p', '$failed', 5, 'unknown', 1, gen_random_uuid(), 't', now())`,
    ],
    finds: ['cost $failed'],
    undoes: ['DELETE FROM execution_step'],
  },
  'a success without a step': {
    does: [STEP('$id', 'status', '"failed"')],
    finds: ['charge $id'],
    undoes: [STEP('$id', 'status', '"succeeded"')],
  },
  'a capped key whose held amount is too high': {
    does: [CAPPED, 'UPDATE ledger_key_cap SET held_micros = held_micros + 1'],
    finds: ['cap $p key_one'],
    undoes: ['UPDATE ledger_key_cap SET held_micros = held_micros - 1'],
  },
  'a capped key whose charged amount is too low': {
    does: [CAPPED, 'UPDATE ledger_key_usage SET charged_micros = charged_micros - 1'],
    finds: ['cap $p key_one $month'],
    undoes: ['UPDATE ledger_key_usage SET charged_micros = charged_micros + 1'],
  },
  'a capped key without a counter of charges': {
    does: [CAPPED, 'CREATE TABLE gone AS SELECT * FROM ledger_key_usage', 'DELETE FROM ledger_key_usage'],
    finds: ['cap $p key_one $month'],
    undoes: ['INSERT INTO ledger_key_usage SELECT * FROM gone', 'DROP TABLE gone'],
  },
  'a capped key with charges in a future month': {
    does: [CAPPED, `INSERT INTO ledger_key_usage VALUES ('$p', 'key_one', '2101-02-01', 1)`],
    finds: ['cap $p key_one 2101-02'],
    undoes: [`DELETE FROM ledger_key_usage WHERE month = '2101-02-01'`],
  },
  'a payment that was never booked': {
    does: [PAID],
    finds: ['payment chk_1'],
    undoes: [UNPAID],
  },
  'a payment that was booked at another amount': {
    does: [PAID, book('top_up', 20_000, 'stripe-chk_1')],
    finds: ['payment chk_1'],
    undoes: ['UPDATE checkout SET amount_micros = 20000'],
  },
  'a top-up for an unpaid checkout': {
    does: [...BOOKED, `UPDATE checkout SET status = 'open', paid_at = NULL`],
    finds: ['payment chk_1'],
    undoes: [`UPDATE checkout SET status = 'paid', paid_at = now()`],
  },
  'a top-up for a missing checkout': {
    does: [book('top_up', 10_000, 'stripe-chk_1')],
    finds: ['payment chk_1'],
    undoes: [PAID],
  },
  'an adjustment for a missing event': {
    does: [book('adjustment', -10, 'stripe-evt_1')],
    finds: ['payment evt_1'],
    undoes: [],
  },
  'more taken back than its checkout shows': {
    does: [...BOOKED, told('evt_1', 'refunded', 10_000), book('adjustment', -10_000, 'stripe-evt_1')],
    finds: ['payment chk_1'],
    undoes: ['UPDATE checkout SET refunded_micros = 10000, taken_micros = 10000'],
  },
  'more taken back than was paid': {
    does: [
      ...BOOKED,
      told('evt_1', 'refunded', 10_000),
      book('adjustment', -10_000, 'stripe-evt_1'),
      told('evt_2', 'disputed', 5_000),
      book('adjustment', -5_000, 'stripe-evt_2'),
      'UPDATE checkout SET refunded_micros = 10000, disputed_micros = 5000, taken_micros = 10000',
    ],
    finds: ['payment chk_1'],
    undoes: [],
  },
  'a refund that took back less than the balance allowed': {
    does: [
      ...BOOKED,
      told('evt_1', 'refunded', 10_000),
      book('adjustment', -4_000, 'stripe-evt_1'),
      'UPDATE checkout SET refunded_micros = 10000, taken_micros = 4000',
    ],
    finds: ['payment chk_1'],
    undoes: [`UPDATE payment_event SET problem = 'spent_already'`],
  },
  'a refund without an event': {
    does: [
      ...BOOKED,
      told('evt_1', 'disputed', 4_000),
      book('adjustment', -4_000, 'stripe-evt_1'),
      'UPDATE checkout SET refunded_micros = 4000, taken_micros = 4000',
    ],
    finds: ['payment chk_1'],
    undoes: ['UPDATE checkout SET refunded_micros = 0, disputed_micros = 4000'],
  },
};
