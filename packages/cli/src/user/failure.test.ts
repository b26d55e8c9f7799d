/** An SDK error becomes one line that says why and what to do. */
import { FareboxError } from '@farebox/sdk';
import { expect, it } from 'vitest';
import { failureOf } from './failure.ts';

it('a service that is not reached is named with the reason', () => {
  const cause = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') });
  const details = { address: 'http://127.0.0.1:9' };
  const failure = failureOf(new FareboxError('network_failed', { cause, details }));
  expect((failure as Error).message).toMatch(
    /^network_failed: .* address: "http:\/\/127.0.0.1:9"; connect ECONNREFUSED/,
  );
});

it('a service that goes away during a purchase: the same command continues, and the reason is named', () => {
  const refused = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') });
  const cause = new FareboxError('network_failed', { cause: refused });
  expect(failureOf(new FareboxError('outcome_unknown', { cause, request: 'run_1' }))).toMatchObject({
    exit: 'unfinished',
    message: expect.stringMatching(/^outcome_unknown: .*the same command continues.* connect ECONNREFUSED/),
  });
});

it('an amount below zero is named as it is', () => {
  const failure = failureOf(new FareboxError('insufficient_balance', { details: { availableMicros: -5 } }));
  expect((failure as Error).message).toContain('availableMicros: -5');
});
