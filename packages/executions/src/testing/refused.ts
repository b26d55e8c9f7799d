/**
 * Statements that the database refuses from any writer, grouped by the damage that they would do to its evidence. `$project`
 * has an execution `$open` and one that has `$ended`; `$openx` is one that a statement adds. Only statements that can be
 * sent with psql are allowed here, no code of tests.
 */
const BOOK = 'INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, execution_id) VALUES';
export const END = `finished_at = instant(), billing = '[]', run_at = NULL, leased_until = NULL, claim_token = NULL`;
const SAID = `content_deleted_at = instant(), content_deleted_by = 'member', content_deleted_actor = 'oidc|ann'`;
const GONE = `plan = execution_plan_without_content(plan), result = NULL, ${SAID}`;
const MOVE = (available: number, spent: number) => `UPDATE ledger_account SET held_micros = held_micros - 100,
  available_micros = available_micros + ${available}, spent_micros = spent_micros + ${spent} WHERE project_id = '$project'`;
export const ACCEPT = (
  maximum: number,
) => `INSERT INTO execution (id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, price_version,
    minimum_micros, maximum_micros, plan, engine, max_runtime_seconds, run_at)
  SELECT id || 'x', project_id, key_id, key_lineage, id, body_sha256, tool, price_version, minimum_micros, ${maximum}, plan, engine, 60, instant()
  FROM execution WHERE id = '$open'`;

export const REFUSED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'an execution without its books': {
    'accepted beyond the balance': [ACCEPT(10_000)],
    'accepted beyond the monthly cap of its project': [
      `UPDATE project SET monthly_cap_micros = 259 WHERE id = '$project'`,
      ACCEPT(100),
    ],
    'accepted with a hold below its maximum': [
      ACCEPT(100),
      `${BOOK} ('$project', 'reserve', 'available', 'held', 99, '$openx')`,
    ],
    'ended with a charge above its hold': [
      `UPDATE execution SET status = 'running' WHERE id = '$open'`,
      `UPDATE execution SET status = 'failed', charged_micros = 101, ${END} WHERE id = '$open'`,
    ],
    'accepted as ended': [
      ACCEPT(100)
        .replace('run_at)', 'run_at, status, charged_micros, billing, finished_at)')
        .replace('60, instant()', `60, NULL, 'failed', 0, '[]', instant()`),
    ],
    'ended with a charge above its settlement': [
      `UPDATE execution SET status = 'running' WHERE id = '$open'`,
      `UPDATE execution SET status = 'failed', charged_micros = 60, ${END} WHERE id = '$open'`,
      `${BOOK} ('$project', 'settle', 'held', 'spent', 50, '$open'), ('$project', 'release', 'held', 'available', 40, '$open')`,
    ],
    'ended without the release of the rest': [
      `UPDATE execution SET status = 'cancelled', charged_micros = 0, ${END} WHERE id = '$open'`,
      `${BOOK} ('$project', 'settle', 'held', 'spent', 0, '$open')`,
      MOVE(100, 0),
    ],
    'succeeded without a step': [
      `UPDATE execution SET status = 'running' WHERE id = '$open'`,
      `UPDATE execution SET status = 'succeeded', charged_micros = 100, ${END} WHERE id = '$open'`,
      `${BOOK} ('$project', 'settle', 'held', 'spent', 100, '$open')`,
      MOVE(0, 100),
    ],
  },
  'a transfer that does not match its execution': {
    'a hold for a missing execution': [`${BOOK} ('$project', 'reserve', 'available', 'held', 100, 'exe_nobody')`],
    'a second hold': [`${BOOK} ('$project', 'reserve', 'available', 'held', 100, '$open')`],
    'a settlement of an open execution': [`${BOOK} ('$project', 'settle', 'held', 'spent', 0, '$open')`],
    'a release of an open execution': [`${BOOK} ('$project', 'release', 'held', 'available', 100, '$open')`],
    'a second settlement': [`${BOOK} ('$project', 'settle', 'held', 'spent', 60, '$ended')`],
    'a second release': [`${BOOK} ('$project', 'release', 'held', 'available', 40, '$ended')`],
    'a hold of another project': [
      `INSERT INTO project (id, organization_id, name) SELECT 'proj_other', organization_id, 'Other' FROM project WHERE id = '$project'`,
      `SELECT ledger_open('proj_other')`,
      ACCEPT(100),
      `${BOOK} ('proj_other', 'reserve', 'available', 'held', 100, '$openx')`,
    ],
  },
  'a change of an accepted execution': Object.fromEntries(
    Object.entries({
      id: `'exe_other'`,
      project_id: 'project_id',
      key_id: `'key_two'`,
      key_lineage: `'key_two'`,
      idempotency_key: `'other'`,
      body_sha256: `decode(repeat('cd', 32), 'hex')`,
      tool: `'audio-transcribe'`,
      model: `'other'`,
      price_version: `'other'`,
      minimum_micros: '0',
      maximum_micros: '101',
      plan: 'plan || plan',
      timeline: '2',
      created_at: 'instant()',
    }).map(([column, value]) => [column, [`UPDATE execution SET ${column} = ${value} WHERE id = '$open'`]]),
  ),
  'a row that cannot be': {
    'a hash of another length': [ACCEPT(100).replace('id, body_sha256', `id, '\\x00'`)],
    'a minimum above the maximum': [ACCEPT(100).replace('minimum_micros, 100', '101, 100')],
    'a maximum of zero': [ACCEPT(0).replace('minimum_micros, 0', '0, 0')],
    'a plan without a step': [ACCEPT(100).replace('plan, engine, 60', `'[]', engine, 60`)],
    'an engine without an app': [ACCEPT(100).replace('plan, engine, 60', `plan, 'none', 60`)],
    'a run time of zero': [ACCEPT(100).replace('engine, 60', 'engine, 0')],
    'accepted and listed as ended': [
      ACCEPT(100).replace('run_at)', 'run_at, ended)').replace('60, instant()', `60, instant(), 'failed'`),
    ],
    'the second of two with a run time of zero': [
      `${ACCEPT(100)} UNION ALL ${ACCEPT(100).slice(ACCEPT(100).indexOf('SELECT')).replace("id || 'x'", "id || 'y'").replace('key_lineage, id,', "key_lineage, id || 'y',").replace('engine, 60', 'engine, 0')}`,
    ],
    'merged with a run time of zero': [
      `MERGE INTO execution AS e USING (SELECT * FROM execution WHERE id = '$open') AS o ON e.id = o.id || 'x'
       WHEN NOT MATCHED THEN INSERT (id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, price_version,
         minimum_micros, maximum_micros, plan, engine, max_runtime_seconds, run_at)
       VALUES (o.id || 'x', o.project_id, o.key_id, o.key_lineage, o.id, o.body_sha256, o.tool, o.price_version, o.minimum_micros, 100, o.plan, o.engine, 0, instant())`,
    ],
    'an unknown status': [
      ACCEPT(100).replace('run_at)', 'run_at, status)').replace('60, instant()', `60, instant(), 'paused'`),
    ],
    'open without a due time': [`UPDATE execution SET run_at = NULL WHERE id = '$open'`],
    'open with a charge': [`UPDATE execution SET charged_micros = 0 WHERE id = '$open'`],
    'open with a bill': [`UPDATE execution SET billing = '[]' WHERE id = '$open'`],
    'queued and held': [
      `UPDATE execution SET claim_token = gen_random_uuid(), leased_until = instant() WHERE id = '$open'`,
    ],
    'held without a lease end': [
      `UPDATE execution SET status = 'running', claim_token = gen_random_uuid() WHERE id = '$open'`,
    ],
    'under review without a review': [
      `UPDATE execution SET status = 'running' WHERE id = '$open'`,
      `UPDATE execution SET status = 'needs_review' WHERE id = '$open'`,
    ],
    'a review without a deadline': [
      `UPDATE execution SET status = 'running' WHERE id = '$open'`,
      `UPDATE execution SET status = 'needs_review', review = '{}', review_at = instant() WHERE id = '$open'`,
    ],
    'ended and due': [
      `UPDATE execution SET status = 'cancelled', charged_micros = 0, finished_at = instant(), billing = '[]' WHERE id = '$open'`,
    ],
    'ended without a bill': [
      `UPDATE execution SET status = 'cancelled', charged_micros = 0, ${END.replace(`billing = '[]'`, 'billing = NULL')} WHERE id = '$open'`,
    ],
    'ended with an open status': [`UPDATE execution SET charged_micros = 0, ${END} WHERE id = '$open'`],
    'ended with a negative charge': [
      `UPDATE execution SET status = 'cancelled', charged_micros = -1, ${END} WHERE id = '$open'`,
    ],
    'a transfer of an unknown kind': [
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES ('$project', 'gift', 'funding', 'available', 1, 'gift')`,
    ],
    'a top-up from held money': [
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES ('$project', 'top_up', 'held', 'available', 1, 'gift')`,
    ],
    'a top-up of zero': [
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES ('$project', 'top_up', 'funding', 'available', 0, 'gift')`,
    ],
    'a credit from held money': [
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES ('$project', 'credit', 'held', 'available', 1, 'gift')`,
    ],
    'a negative credit': [
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES ('$project', 'credit', 'available', 'funding', 1, 'gift')`,
    ],
    'an adjustment from spent money': [
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES ('$project', 'adjustment', 'spent', 'available', 1, 'gift')`,
    ],
    'a refund without an execution': [
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES ('$project', 'refund', 'funding', 'available', 1, 'gift')`,
    ],
    'a refund of an open execution': [
      `INSERT INTO ledger_refund (project_id, execution_id, reference) VALUES ('$project', '$open', 'gift')`,
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES ('$project', 'refund', 'funding', 'available', 1, 'gift')`,
    ],
    'a refund above the charge': [
      `INSERT INTO ledger_refund (project_id, execution_id, reference) VALUES ('$project', '$ended', 'gift')`,
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES ('$project', 'refund', 'funding', 'available', 61, 'gift')`,
    ],
    'two refunds above the charge': [
      `INSERT INTO ledger_refund (project_id, execution_id, reference) VALUES ('$project', '$ended', 'gift'), ('$project', '$ended', 'gift2')`,
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros, reference) VALUES
         ('$project', 'refund', 'funding', 'available', 60, 'gift'), ('$project', 'refund', 'funding', 'available', 1, 'gift2')`,
    ],
    'a top-up without a reference': [
      `INSERT INTO ledger_transfer (project_id, kind, debit, credit, amount_micros) VALUES ('$project', 'top_up', 'funding', 'available', 1)`,
    ],
  },
  'a change of an ended execution': {
    'its charge': [`UPDATE execution SET charged_micros = 59 WHERE id = '$ended'`],
    'its status': [`UPDATE execution SET status = 'failed' WHERE id = '$ended'`],
    'the outcome of a step': [`UPDATE execution_step SET status = 'failed' WHERE execution_id = '$ended'`],
    'the index of a step': [`UPDATE execution_step SET index = 1 WHERE execution_id = '$ended'`],
    'the steps that ended with it': [`UPDATE execution SET local_steps = '[]' WHERE id = '$ended'`],
    'a transfer': [`UPDATE ledger_transfer SET amount_micros = 61 WHERE execution_id = '$ended' AND kind = 'settle'`],
  },
  'a partial deletion of content': {
    'the content of an open execution': [`UPDATE execution SET ${GONE} WHERE id = '$open'`],
    'content together with an unsettled end': [
      `UPDATE execution SET status = 'running' WHERE id = '$open'`,
      `UPDATE execution SET status = 'failed', charged_micros = 60, ${END}, ${GONE} WHERE id = '$open'`,
    ],
    'a tombstone of an open execution': [`UPDATE execution SET ${SAID} WHERE id = '$open'`],
    'a tombstone together with an unsettled end': [
      `UPDATE execution SET status = 'running' WHERE id = '$open'`,
      `UPDATE execution SET status = 'failed', charged_micros = 60, ${END}, ${SAID} WHERE id = '$open'`,
    ],
    'accepted without content': [
      ACCEPT(100)
        .replace('run_at)', 'run_at, content_deleted_at, content_deleted_by)')
        .replace('60, instant()', `60, instant(), instant(), 'member'`),
    ],
    'a tombstone without the deletion': [
      `UPDATE execution SET ${GONE.replace(/plan = .*?\(plan\), /, '')} WHERE id = '$ended'`,
    ],
    'the deletion without a tombstone': [
      `UPDATE execution SET plan = execution_plan_without_content(plan) WHERE id = '$ended'`,
    ],
    'without an actor': [`UPDATE execution SET ${GONE.replace(`'member'`, 'NULL')} WHERE id = '$ended'`],
    'by an operator without a name': [
      `UPDATE execution SET ${GONE.replace(`'member', content_deleted_actor = 'oidc|ann'`, `'operator'`)} WHERE id = '$ended'`,
    ],
    'by a retention that is not set': [`SELECT execution_delete_content('$project', '$ended', 'retention', NULL)`],
    'by a retention that has not passed': [
      `INSERT INTO project_retention (project_id, days, next_at) VALUES ('$project', 30, instant())`,
      `SELECT execution_delete_content('$project', '$ended', 'retention', NULL)`,
    ],
    'at another time': [
      `UPDATE execution SET ${GONE.replace('instant()', `instant() - interval '1 day'`)} WHERE id = '$ended'`,
    ],
    'with another charge': [`UPDATE execution SET ${GONE}, charged_micros = 59 WHERE id = '$ended'`],
    'with another bill': [`UPDATE execution SET ${GONE}, billing = '[ ]' WHERE id = '$ended'`],
    'with another body': [
      `UPDATE execution SET ${GONE}, body_sha256 = decode(repeat('cd', 32), 'hex') WHERE id = '$ended'`,
    ],
    'with other steps': [`UPDATE execution SET ${GONE}, local_steps = '[]' WHERE id = '$ended'`],
    'with prices of its plan changed': [
      `UPDATE execution SET ${GONE.replace('(plan)', `(jsonb_set(plan, '{0,price,unitPriceMicros}', '"1"'))`)} WHERE id = '$ended'`,
    ],
    twice: [
      `SELECT execution_delete_content('$project', '$ended', 'member', 'oidc|ann')`,
      `UPDATE execution SET ${GONE} WHERE id = '$ended'`,
    ],
    'that is undone': [
      `SELECT execution_delete_content('$project', '$ended', 'member', 'oidc|ann')`,
      `UPDATE execution SET content_deleted_at = NULL, content_deleted_by = NULL WHERE id = '$ended'`,
    ],
  },
  'the removal of evidence': Object.fromEntries(
    [
      'execution',
      'execution_step',
      'ledger_transfer',
      'ledger_refund',
      'ledger_account',
      'usage_month',
      'file',
    ].flatMap((table) => [
      [`DELETE of ${table}`, [`DELETE FROM ${table}`]],
      [`TRUNCATE of ${table}`, [`TRUNCATE ${table} CASCADE`]],
    ]),
  ),
};
