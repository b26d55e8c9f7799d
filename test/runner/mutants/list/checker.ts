/** The checker of chaos runs compares sales with the orders of clients; without one of these checks a seeded breach is not found. */
import type { Mutant } from '../mutant.ts';

const CHECKED = {
  tests: ['test/chaos/checker/checker.test.ts'],
  titles: ['%s alone is broken by %s, with everything else in order'],
} as const;

export const checkerMutants: readonly Mutant[] = [
  {
    name: 'the checker believes any price table',
    threat: 'I12',
    file: 'test/chaos/checker/invariants/i12-prices.ts',
    defence: 'return namedBy(version, names, { tables: [inForce], ownTools }) !== null',
    without: 'return true',
    ...CHECKED,
  },
  {
    name: 'the checker believes any price in a quote',
    threat: 'I12',
    file: 'test/chaos/checker/invariants/i12-prices.ts',
    defence: 'return is === due ? []',
    without: 'return true ? []',
    ...CHECKED,
  },
  {
    name: 'the checker compares no inputs',
    threat: 'I12',
    file: 'test/chaos/checker/inputs.ts',
    defence: '...(isEqual(parameters, expected.parameters)',
    without: '...(true',
    ...CHECKED,
  },
  {
    name: 'the checker reads no books of the provider',
    threat: 'I12',
    file: 'test/chaos/checker/invariants/i12-inputs.ts',
    defence: '.filter(([, is, asked]) => is !== asked)',
    without: '.filter(([, is, asked]) => is !== asked && false)',
    ...CHECKED,
  },
  {
    name: 'the checker compares no response after the end',
    threat: 'I12',
    file: 'test/chaos/checker/invariants/i12-shown.ts',
    defence: 'const found = differencesOf(data, finalFacts(row));',
    without: 'const found = differencesOf(data, {});',
    ...CHECKED,
  },
  {
    name: 'the checker believes any version of a template',
    threat: 'I12',
    file: 'test/chaos/checker/invariants/i12-inputs.ts',
    defence: 'if (named !== null && model !== named)',
    without: 'if (named === null && model !== named)',
    ...CHECKED,
  },
  {
    name: 'the checker believes any stored body',
    threat: 'I5',
    file: 'test/chaos/checker/invariants/i05-requests.ts',
    defence: '.filter(([execution, order]) => order.bodySha256 !== execution.body_sha256)',
    without: '.filter(([execution, order]) => order.bodySha256 !== execution.body_sha256 && false)',
    ...CHECKED,
  },
  {
    name: 'the checker accepts a batch for a misused key',
    threat: 'I5',
    file: 'test/chaos/checker/invariants/i05-requests.ts',
    defence: "if (act !== 'batch-mismatch') return [];",
    without: 'if (act !== undefined) return [];',
    ...CHECKED,
  },
  {
    name: 'the checker compares no sums of a batch',
    threat: 'I5',
    file: 'test/chaos/checker/invariants/i05-batch-states.ts',
    defence: '{ ...fixedFacts(row), ...movingFacts(own) }',
    without: 'fixedFacts(row)',
    ...CHECKED,
  },
];
