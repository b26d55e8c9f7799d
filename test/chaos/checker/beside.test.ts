/** Breaches about operators, cancels, files, usage, costs and deliveries: each is found by the check of its promise alone. */
import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { PROMISES } from './invariants/index.ts';
import { ACT_BREACHES } from './seeded-act-breaches.ts';
import type { Mutable } from './mutable.ts';
import { CANCEL_BREACHES, cancelEndedBatch, cancelQueued, cancelRunning } from './seeded-cancel-breaches.ts';
import { COST_BREACHES } from './seeded-cost-breaches.ts';
import { DELIVERY_BREACHES } from './seeded-delivery-breaches.ts';
import { FACT_BREACHES } from './seeded-fact-breaches.ts';
import { USAGE_BREACHES } from './seeded-usage-breaches.ts';
import { giveAsOperator } from './sound-acts.ts';
import { soundEvidence } from './sound-evidence.ts';

const found = (evidence: Evidence): string[] =>
  Object.entries(PROMISES).flatMap(([name, { check }]) => check(evidence).map((what) => `${name}: ${what}`));

test.for([
  ['operators that gave and took money', giveAsOperator],
  ['a cancel of a queued execution', cancelQueued],
  ['a cancel that comes too late to stop a paid call', cancelRunning],
  ['a cancel of a batch that has ended', cancelEndedBatch],
] as const)('a run with %s is found sound', ([, prepare]) => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  prepare(evidence);
  expect(found(evidence)).toEqual([]);
});

test.each([
  ...ACT_BREACHES,
  ...CANCEL_BREACHES,
  ...FACT_BREACHES,
  ...USAGE_BREACHES,
  ...COST_BREACHES,
  ...DELIVERY_BREACHES,
])('%s alone is broken by %s', (promise, _, change) => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  change(evidence);
  const breaches = found(evidence);
  expect([...new Set(breaches.map((line) => line.split(':', 1).join()))], breaches.join('\n')).toEqual([promise]);
});

test('a whole run has operators who give and take, cancels in each state, and uploads that are compared', () => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  Object.assign(evidence.run, { part: 'mix', executions: 1000 });
  const missing = (): readonly string[] =>
    PROMISES['I0']!.check(evidence).filter((line) =>
      /granted|adjusted|refunded|acts|cancel|uploads|of them were there/.test(line),
    );
  expect(missing().map((line) => line.replace(/, and \d+ are.*/, ''))).toEqual([
    '0 executions were ever cancelled',
    '0 credits were granted',
    '0 balances were adjusted',
    '0 charges were refunded',
    '0 acts were refused',
    '0 acts were sent more than once',
    '0 queued executions were cancelled',
    '0 running executions were cancelled',
    '0 executions under review were cancelled',
    '0 cancels came after the end',
    '0 cancels came from a key without the right',
    '0 batches were cancelled',
    '0 uploads were stored',
    '0 of them were there before',
  ]);
  giveAsOperator(evidence);
  cancelRunning(evidence);
  const found = missing().join();
  expect(found).toContain('1 credits were granted');
  expect(found).toContain('1 acts were refused');
  expect(found).toContain('1 running executions were cancelled');
  expect(found).not.toContain('sent more than once');
});
