/** Bytes and money are what they are said to be. */
import type { Mutant } from '../mutant.ts';

export const moneyMutants: readonly Mutant[] = [
  {
    name: 'an object that is not what was put is taken for it',
    threat: 'I7',
    file: 'packages/worker/src/step/content.ts',
    defence: 'if (sha256 !== expected.sha256 || sizeBytes !== expected.sizeBytes)',
    without: 'if (sizeBytes < 0)',
    tests: ['packages/worker/src/step/content.test.ts'],
  },
  {
    name: 'a stale claim may write',
    threat: 'I9',
    file: 'prisma/migrations/20261121000400_work/migration.sql',
    defence: "AND e.claim_token = (given.item ->> 'claimToken')::uuid",
    without: '',
    tests: ['packages/executions/src/store/claims.test.ts'],
  },
  {
    name: 'an execution that somebody holds is claimed again',
    threat: 'I4',
    file: 'prisma/migrations/20261121000400_work/migration.sql',
    defence: 'AND coalesce(e.leased_until, e.review_at, e.run_at) <= at)',
    without: 'AND at IS NOT NULL)',
    tests: ['packages/worker/src/leases.test.ts'],
  },
  {
    name: 'a claim has the token of the claim before it',
    threat: 'I9',
    file: 'prisma/migrations/20261121000400_work/migration.sql',
    defence: 'claim_token = gen_random_uuid(),',
    without: 'claim_token = coalesce(e.claim_token, md5(e.id)::uuid),',
    tests: ['packages/executions/src/store/claims.test.ts', 'packages/executions/src/store/failover.test.ts'],
  },
  {
    name: 'what was accepted may be changed',
    threat: 'I2',
    file: 'prisma/migrations/20261121000830_what_may_not_be/migration.sql',
    defence:
      'BEFORE UPDATE OF id, project_id, key_id, key_lineage, idempotency_key, body_sha256, tool, model, price_version, minimum_micros,\n                   maximum_micros, arguments, plan, timeline, created_at\n',
    without: 'BEFORE UPDATE OF id\n',
    tests: ['packages/executions/src/store/evidence.test.ts'],
  },
  {
    name: 'steps that are over may be changed',
    threat: 'I2',
    file: 'prisma/migrations/20261121000830_what_may_not_be/migration.sql',
    defence: "WHEN (OLD.status IN ('succeeded', 'failed') AND",
    without: 'WHEN (false AND',
    tests: ['packages/executions/src/store/evidence.test.ts'],
  },
  {
    name: 'steps may be removed',
    threat: 'I2',
    file: 'prisma/migrations/20261121000830_what_may_not_be/migration.sql',
    defence:
      'CREATE TRIGGER execution_step_stays BEFORE DELETE OR TRUNCATE ON execution_step FOR EACH STATEMENT EXECUTE FUNCTION evidence_stays();',
    without: '',
    tests: ['packages/executions/src/store/evidence.test.ts'],
  },
  {
    name: 'the monthly cap is not looked at',
    threat: 'I8',
    file: 'prisma/migrations/20261121000300_accept/migration.sql',
    defence: 'ELSIF cap_left < request.maximum THEN',
    without: 'ELSIF cap_left < 0 THEN',
    tests: ['packages/executions/src/store/accept.test.ts'],
  },
  {
    name: 'a stopped execution is sent to a provider',
    threat: 'I4',
    file: 'prisma/migrations/20261121000700_external_steps/migration.sql',
    defence: "ELSIF execution_is_to_stop(e) OR e.status = 'needs_review' THEN",
    without: "ELSIF e.status = 'needs_review' THEN",
    tests: ['packages/worker/src/external.test.ts'],
  },
  {
    name: 'a provider is called during a review',
    threat: 'I4',
    file: 'prisma/migrations/20261121000700_external_steps/migration.sql',
    defence: "ELSIF execution_is_to_stop(e) OR e.status = 'needs_review' THEN",
    without: 'ELSIF execution_is_to_stop(e) THEN',
    tests: ['packages/worker/src/external.test.ts'],
  },
  {
    name: 'transfers may be changed or removed',
    threat: 'I1',
    file: 'prisma/migrations/20261121000200_ledger/migration.sql',
    defence:
      'CREATE TRIGGER ledger_transfer_is_final BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer\n  FOR EACH STATEMENT EXECUTE FUNCTION ledger_transfer_is_final();',
    without: '',
    tests: ['packages/ledger/src/ledger.test.ts'],
  },
  {
    name: 'a top-up is booked as often as it is sent',
    threat: 'I1',
    file: 'prisma/migrations/20261121000200_ledger/migration.sql',
    defence: 'IF booked = p_amount_micros THEN',
    without: 'IF booked = -1 THEN',
    tests: ['packages/ledger/src/ledger.test.ts'],
  },
];
