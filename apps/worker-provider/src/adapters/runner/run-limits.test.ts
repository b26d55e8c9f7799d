/** A runner that asks for work has the limits of one that is called: the door of the gateway and the protocol agree. */
import { RUN_LIMITS } from '@farebox/contract';
import { RUNNER_LIMITS } from '@farebox/runner-protocol';
import { expect, test } from 'vitest';

test('the gateway takes each reply and each token that the protocol allows, and no larger ones', () => {
  expect(RUN_LIMITS.replyBytes).toBe(RUNNER_LIMITS.responseBytes);
  expect(RUN_LIMITS.tokenCharacters).toBe(RUNNER_LIMITS.tokenCharacters);
});

test('the lease and the longest wait are those of the protocol', () => {
  expect(RUN_LIMITS.leaseSeconds).toBe(RUNNER_LIMITS.leaseSeconds);
  expect(RUN_LIMITS.claimSeconds).toBe(RUNNER_LIMITS.claimSeconds);
});
