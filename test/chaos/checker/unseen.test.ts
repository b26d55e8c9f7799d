/** Breaches which only a source outside the system tells: each is found by the check of its promise. */
import { expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { PROMISES } from './invariants/index.ts';
import type { Mutable } from './mutable.ts';
import { UNSEEN_BREACHES } from './seeded-unseen-breaches.ts';
import { soundEvidence } from './sound-evidence.ts';

test.for(UNSEEN_BREACHES)('%s is broken by %s', ([promise, , says, change]) => {
  const evidence = structuredClone(soundEvidence()) as Mutable<Evidence>;
  change(evidence);
  expect(PROMISES[promise]!.check(evidence)).toContainEqual(expect.stringMatching(says));
});
