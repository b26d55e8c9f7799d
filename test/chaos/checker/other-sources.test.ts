/** Breaches that are found only by comparing what the system says with another source: each is found by the check of its promise alone. */
import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { PROMISES } from './invariants/index.ts';
import type { Mutable } from './mutable.ts';
import { ERROR_BREACHES } from './seeded-error-breaches.ts';
import { LOG_BREACHES } from './seeded-log-breaches.ts';
import { readTheReport, REPORT_BREACHES } from './seeded-report-breaches.ts';
import { soundEvidence } from './sound-evidence.ts';

const found = (evidence: Evidence): string[] =>
  Object.entries(PROMISES).flatMap(([name, { check }]) => check(evidence).map((what) => `${name}: ${what}`));

test.each([...ERROR_BREACHES, ...LOG_BREACHES, ...REPORT_BREACHES])(
  '%s alone is broken by %s',
  (promise, _, change) => {
    const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
    change(evidence);
    const breaches = found(evidence);
    expect([...new Set(breaches.map((line) => line.split(':', 1).join()))], breaches.join('\n')).toEqual([promise]);
  },
);

test('the report of margins of the sound run is what it charged, gave back and paid', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  const { total, providers } = readTheReport(evidence);
  const sums = { chargedMicros: 350, refundedMicros: 100, costMicros: 250, marginMicros: 0 };
  expect(total).toEqual({ ...sums, executions: 2 });
  // The bill of the failure names no step.
  const calls = { chargedMicros: 300, costMicros: 250, marginMicros: 50 };
  expect(providers).toEqual([{ ...calls, provider: 'openai', calls: 2 }]);
  expect(found(evidence)).toEqual([]);
});
