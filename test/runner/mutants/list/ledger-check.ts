/** The keeper's ledger check finds every violation of the ledger rules. */
import type { Mutant } from '../mutant.ts';

export const ledgerCheckMutants: readonly Mutant[] = [
  {
    name: 'what an adjustment takes is not in the sums of the ledger check',
    threat: 'I1',
    file: 'prisma/functions/ledger-check/ledger_check_fold.sql',
    defence: "sum(CASE 'funding' WHEN debit THEN amount_micros WHEN credit THEN -amount_micros ELSE 0 END)",
    without: "sum(CASE 'funding' WHEN debit THEN amount_micros ELSE 0 END)",
    tests: ['packages/ledger-check/src/check.test.ts'],
    titles: ['the ledger check reports nothing about money without an execution, of any kind and direction'],
  },
  {
    name: 'the ledger check believes the counters of a capped key',
    threat: 'I8',
    file: 'prisma/functions/ledger-check/ledger_check_caps.sql',
    defence: 'AND k.held_micros <> coalesce(s.held_micros, 0)',
    without: 'AND false',
    tests: ['packages/ledger-check/src/check.test.ts'],
    titles: ['%s, and drops it once it is corrected'],
  },
  {
    name: 'the ledger check believes that what is paid was booked',
    threat: 'I1',
    file: 'prisma/functions/ledger-check/ledger_check_payments.sql',
    defence: "WHEN c.status = 'paid' AND (t.kind, t.amount_micros) IS DISTINCT FROM ('top_up', c.amount_micros)",
    without: 'WHEN false',
    tests: ['packages/ledger-check/src/check.test.ts'],
    titles: ['%s, and drops it once it is corrected'],
  },
  {
    name: 'the ledger check overlooks what is booked in the provider’s name',
    threat: 'I1',
    file: 'prisma/functions/ledger-check/ledger_check_fold.sql',
    defence:
      "FROM fresh WHERE starts_with(reference, 'stripe-') AND NOT ledger_check_payment_is_known(p_project, kind, amount_micros, substr(reference, 8))",
    without: 'FROM fresh WHERE false',
    tests: ['packages/ledger-check/src/check.test.ts'],
    titles: ['%s, and drops it once it is corrected'],
  },
];
