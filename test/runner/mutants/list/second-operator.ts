/** One operator, or a stranger with a session, can do little alone. */
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
  {
    name: 'strangers with a session lock out the operators',
    threat: 'operator plane',
    file: 'apps/gateway/src/http/operator-limits.ts',
    defence: "session.isOperator ? ['operators'] : await potsOf(session)",
    without: 'session.isOperator ? [] : await potsOf(session)',
    tests: ['apps/gateway/src/http/operator-limits.test.ts'],
    titles: ['%d strangers at full speed leave operators and people of organizations what they need'],
  },
  {
    name: 'people of an organization lock out its ADMINs',
    threat: 'operator plane',
    file: 'apps/gateway/src/http/operator-limits.ts',
    defence: "isAdmin ? 'ADMINs' : 'people'",
    without: "isAdmin ? 'people' : 'people'",
    tests: ['apps/gateway/src/http/operator-limits.test.ts'],
    titles: ['people of one organization leave its ADMINs, and another organization, what they need'],
  },
  {
    name: 'an organization uses up the requests of an ADMIN of another one',
    threat: 'operator plane',
    file: 'apps/gateway/src/http/operator-limits.ts',
    defence: 'for (const pot of others) if (!decision.allowed) decision = await take(pot);',
    without: 'if (others.length > 0) decision = await take(first);',
    tests: ['apps/gateway/src/http/operator-limits.test.ts'],
    titles: ['a person whom a crowd adds to its organization keeps the requests of their own'],
  },
];
