/** Large sums need two operators. */
import type { Mutant } from '../mutant.ts';

export const secondOperatorMutants: readonly Mutant[] = [
  {
    name: 'an operator gives alone what needs a second one',
    threat: 'operator plane',
    file: 'apps/gateway/src/operator/funding.ts',
    defence: 'return givenMicros + amountMicros <= aloneMaxMicros;',
    without: 'return givenMicros + amountMicros > 0n;',
    tests: ['apps/gateway/src/operator/proposals.test.ts'],
    titles: ['an operator gives up to the limit alone; above it nothing is booked until another operator confirms'],
  },
  {
    name: 'an operator gives a large sum in many small amounts',
    threat: 'operator plane',
    file: 'apps/gateway/src/operator/funding.ts',
    defence: 'return givenMicros + amountMicros <= aloneMaxMicros;',
    without: 'return amountMicros <= aloneMaxMicros;',
    tests: ['apps/gateway/src/operator/given-alone.test.ts'],
    titles: ['small amounts of one operator for any project count together for a day'],
  },
  {
    name: 'concurrent acts of an operator each find room under the limit',
    threat: 'operator plane',
    file: 'packages/audit-log/src/store/given.ts',
    defence:
      "  await transaction.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended('operator gives ' || ${subject}, 0))`;\n",
    without: '',
    tests: ['apps/gateway/src/operator/given-alone.test.ts'],
    titles: ['concurrent acts for projects of several organizations stay within the limit'],
  },
  {
    name: 'an operator confirms their own proposal',
    threat: 'operator plane',
    file: 'apps/gateway/src/operator/handlers/proposals.ts',
    defence: 'if (proposal.proposedBy === caller.subject) {',
    without: "if (proposal.proposedBy === '') {",
    tests: ['apps/gateway/src/operator/proposals.test.ts'],
    titles: ['the proposer cannot confirm a proposal, not even by SQL, and an ADMIN cannot either'],
  },
];
