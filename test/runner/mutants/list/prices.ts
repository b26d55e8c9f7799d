/** Everybody pays what they were quoted, and a change of prices does what its preview said. */
import type { Mutant } from '../mutant.ts';

export const priceMutants: readonly Mutant[] = [
  {
    name: 'what was quoted at old prices is accepted',
    threat: 'I12',
    file: 'prisma/migrations/20261122003000_prices/migration.sql',
    defence: 'WHERE t.cancelled_at IS NOT NULL OR t.effective_at > p_at OR t.superseded_at <= p_at',
    without: 'WHERE t.effective_at > p_at',
    tests: ['packages/prices/src/store/in-force.test.ts'],
  },
  {
    name: 'a gateway quotes by a clock of its own',
    threat: 'I12',
    file: 'apps/gateway/src/process/price-watch.ts',
    defence: 'clock.monotonicMs() + known.aheadMs',
    without: 'Date.now()',
    tests: ['apps/gateway/src/process/skewed.test.ts'],
  },
  {
    name: 'a session remembers prices while somebody publishes others',
    threat: 'I12',
    file: 'prisma/migrations/20261122182600_accept_quoted/migration.sql',
    defence: "IF NOT pg_try_advisory_xact_lock_shared(hashtext('tollgate'), hashtext('prices')) THEN",
    without: 'IF false THEN',
    tests: ['packages/prices/src/store/in-force.test.ts'],
  },
  {
    name: 'a session remembers a table for longer than it is in force',
    threat: 'I12',
    file: 'prisma/migrations/20261122182600_accept_quoted/migration.sql',
    defence: "AND date_part('epoch', accepted_at) < current_setting('tollgate.price_until', true)::double precision",
    without: '',
    tests: ['packages/prices/src/store/in-force.test.ts'],
  },
  {
    name: 'a preview of a list leaves out what projects have agreed on',
    threat: 'I12',
    file: 'packages/prices/src/store/terms.ts',
    defence: 'own.get(projectId) ?? list.tools',
    without: '(own, projectId, list.tools)',
    tests: ['apps/gateway/src/operator/price-preview.test.ts'],
  },
  {
    name: 'a preview takes what lifts a charge to its minimum for a measure',
    threat: 'I12',
    file: 'packages/prices/src/store/last-executions.ts',
    defence: 'billing.filter(({ unit }) => unit !== MINIMUM_LINE.unit)',
    without: 'billing.filter(({ step }) => step !== null)',
    tests: ['apps/gateway/src/operator/price-preview.test.ts'],
  },
  {
    name: "a project is accepted at another's prices",
    threat: 'I12',
    file: 'prisma/migrations/20261122003000_prices/migration.sql',
    defence: 'OR (CASE WHEN own.terms IS NOT NULL THEN own.version END) IS DISTINCT FROM named.terms_version',
    without: '',
    tests: ['packages/prices/src/store/terms.test.ts'],
  },
  {
    name: 'a published price can be changed',
    threat: 'I12',
    file: 'prisma/migrations/20261122003000_prices/migration.sql',
    defence: 'IF to_jsonb(NEW) - changes = to_jsonb(OLD) - changes',
    without: 'IF true',
    tests: ['packages/prices/src/store/tables.test.ts'],
  },
];
