/** Prices as data: no call costs more than its quote, and no quote more than the bound that was derived for all calls. */
import type { Mutant } from '../mutant.ts';

const SOURCE = 'packages/price-rules/src';
const QUOTES = [`${SOURCE}/quote.test.ts`] as const;
const VALUES = [`${SOURCE}/grammar.test.ts`] as const;
const PROBLEMS = [`${SOURCE}/problems.test.ts`] as const;

export const priceRuleMutants: readonly Mutant[] = [
  {
    name: 'a call outside of the limits of its schema is quoted above the bound of its price',
    threat: 'I12',
    file: `${SOURCE}/quote.ts`,
    defence: "invariant(units <= rule.unitsMax, 'a valid call has no more units than the bound of its price');",
    without: '',
    tests: QUOTES,
    titles: ['a call outside of the limits of its schema is never quoted'],
  },
  {
    name: 'a rule costs nothing below its minimum charge',
    threat: 'I3',
    file: `${SOURCE}/quote.ts`,
    defence: 'maxMicros(minimumMicros, timesMicros(unitPriceMicros, units))',
    without: 'maxMicros(timesMicros(unitPriceMicros, 0n), timesMicros(unitPriceMicros, units + minimumMicros * 0n))',
    tests: QUOTES,
    titles: ['n = %d is %d units and costs %d micros: 7 each, at least 20'],
  },
  {
    name: 'a started unit of a rule is free',
    threat: 'I12',
    file: `${SOURCE}/evaluate.ts`,
    defence: 'const units = ceiled(rangeOf(expr, source).most);',
    without:
      'const { most } = rangeOf(expr, source);\n  const units = ceiled({ ...most, numerator: most.numerator - (most.numerator % most.denominator) });',
    tests: VALUES,
    titles: ['%j is %d, at most %d'],
  },
  {
    name: 'a program that reports more units than were quoted is paid for them',
    threat: 'I3',
    file: `${SOURCE}/measure.ts`,
    defence: "if (units > quotedUnits) return { units: quotedUnits, finding: 'above' };",
    without: "if (units > quotedUnits) return { units, finding: 'above' };",
    tests: QUOTES,
    titles: ['of 5 quoted units, a report of %s counts as %d units with the finding %s'],
  },
  {
    name: 'a program that reports no number is paid for a whole quote',
    threat: 'I3',
    file: `${SOURCE}/measure.ts`,
    defence: "return { units: 1n, finding: 'unusable' };",
    without: "return { units: quotedUnits, finding: 'unusable' };",
    tests: QUOTES,
    titles: ['of 5 quoted units, a report of %s counts as %d units with the finding %s'],
  },
  {
    name: 'the bound of a sum counts the fewest elements of its array',
    threat: 'I12',
    file: `${SOURCE}/schema/limits-of-calls.ts`,
    defence: 'timesMost: ceiled(range.most)',
    without: 'timesMost: timesLeast',
    tests: VALUES,
    titles: ['%j is %d, at most %d'],
  },
  {
    name: 'the bound of a quotient is computed with the largest divisor',
    threat: 'I12',
    file: `${SOURCE}/arithmetic/range.ts`,
    defence: 'operation(a.most, b.least)',
    without: 'operation(a.most, b.most)',
    tests: VALUES,
    titles: ['%j is %d, at most %d'],
  },
  {
    name: 'a price reads a number that has no upper limit',
    threat: 'I12',
    file: `${SOURCE}/schema/limits.ts`,
    defence: `if (most === undefined) return problem('has no upper limit: add "maximum" to the input schema');`,
    without: 'if (most === undefined) return numberLimits({ type: "number", minimum: 0, maximum: 0 });',
    tests: PROBLEMS,
    titles: ['no upper bound: %j'],
  },
  {
    name: 'a highest charge is not compared with the largest amount of JSON',
    threat: 'I12',
    file: `${SOURCE}/read.ts`,
    defence: 'if (unitsMax > LARGEST || chargeMax > LARGEST) {',
    without: 'if (unitsMax > LARGEST && chargeMax > LARGEST * 1000n) {',
    tests: PROBLEMS,
    titles: ['a highest charge above 2^53-1 micros is refused, and one of exactly so much is not'],
  },
  {
    name: 'a rule may evaluate any number of nodes',
    threat: 'resource exhaustion',
    file: `${SOURCE}/check/derivable.ts`,
    defence: 'if (steps > STEPS_MAX)',
    without: 'if (steps > STEPS_MAX * STEPS_MAX)',
    tests: [`${SOURCE}/hostile.test.ts`],
    titles: ['sums within sums are refused by the nodes that one call would evaluate'],
  },
  {
    name: 'a price of any size is read',
    threat: 'resource exhaustion',
    file: `${SOURCE}/check/size.ts`,
    defence: 'if (values > VALUES_MAX)',
    without: 'if (values > VALUES_MAX * VALUES_MAX)',
    tests: [`${SOURCE}/hostile.test.ts`],
    titles: ['a price looks at no more of a million operands than it may have'],
  },
];
