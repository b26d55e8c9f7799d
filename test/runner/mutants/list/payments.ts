/** A payment is booked once, with the agreed amount, and only on the word of the payment provider. */
import type { Mutant } from '../mutant.ts';

const APPLY = 'packages/payments/src/apply.ts';
const APPLY_TESTS = ['packages/payments/src/apply.test.ts'] as const;

export const paymentMutants: readonly Mutant[] = [
  {
    name: 'an unsigned event is accepted',
    threat: 'operator plane',
    file: 'packages/payments/src/stripe/stripe.ts',
    defence: 'if (!webhookSecrets.some((secret) => isSigned({ stripe, body, signature, secret })))',
    without: "if (!webhookSecrets.some((secret) => isSigned({ stripe, body, signature, secret }) || secret !== ''))",
    tests: ['packages/payments/src/stripe/stripe.test.ts'],
    titles: ['an event is refused if it is signed %s'],
  },
  {
    name: 'an event that was recorded elsewhere is believed for ever',
    threat: 'operator plane',
    file: 'packages/payments/src/stripe/stripe.ts',
    defence: 'const TOLERANCE_SECONDS = 300;',
    without: 'const TOLERANCE_SECONDS = 300_000_000;',
    tests: ['packages/payments/src/stripe/stripe.test.ts'],
    titles: ['an event is refused if it is signed %s'],
  },
  {
    name: 'another amount or currency than was agreed is booked',
    threat: 'I1',
    file: APPLY,
    defence: 'if (event.amountMicros !== checkout.amountMicros || event.currency !== CURRENCY)',
    without: "if (session === '')",
    tests: APPLY_TESTS,
    titles: ['a payment %s is not booked but listed as a problem'],
  },
  {
    name: 'a payment of the test mode is money',
    threat: 'I1',
    file: APPLY,
    defence: "if (event.isLive !== isLive) return { kind: 'ignored' };",
    without: '',
    tests: APPLY_TESTS,
    titles: ['an event of the test mode books nothing'],
  },
  {
    name: 'a refund that is reported again is deducted again',
    threat: 'I1',
    file: APPLY,
    defence: 'event.amountMicros > refundedMicros ?',
    without: 'event.amountMicros > 0n ?',
    tests: APPLY_TESTS,
    titles: ['each refund is taken from the balance once, however late its event arrives'],
  },
  {
    name: 'a dispute that is reported again is deducted again',
    threat: 'I1',
    file: APPLY,
    defence: 'if (await wasApplied(transaction, checkout, { kind, subject })) return null;',
    without: '',
    tests: APPLY_TESTS,
    titles: ['a won dispute returns the amount once, even if it is reported twice'],
  },
  {
    name: 'a checkout is paid by hand without its top-up',
    threat: 'I1',
    file: 'prisma/functions/payments/checkout_guard.sql',
    defence: "ELSIF NEW.status = 'paid' AND NOT EXISTS (",
    without: "ELSIF NEW.status = 'from an unlisted origin' AND NOT EXISTS (",
    tests: ['packages/payments/src/evidence.test.ts'],
    titles: ['a checkout becomes paid without its top-up'],
  },
  {
    name: 'an amount can be changed after it was agreed',
    threat: 'I1',
    file: 'prisma/functions/payments/checkout_guard.sql',
    defence: 'IF to_jsonb(NEW) - later <> to_jsonb(OLD) - later',
    without: 'IF false',
    tests: ['packages/payments/src/evidence.test.ts'],
    titles: ['a checkout gets another amount'],
  },
];
