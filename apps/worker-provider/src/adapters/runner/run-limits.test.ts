/** A runner that asks for work has the limits of one that is called: the door of the gateway and the protocol agree. */
import { RUN_LIMITS } from '@farebox/contract';
import { RUNNER_LIMITS } from '@farebox/runner-protocol';
import { LEASE_SECONDS } from '@farebox/tools';
import { expect, test } from 'vitest';

test('the gateway takes each reply and each token that the protocol allows, and no larger ones', () => {
  expect(RUN_LIMITS.replyBytes).toBe(RUNNER_LIMITS.responseBytes);
  expect(RUN_LIMITS.tokenCharacters).toBe(RUNNER_LIMITS.tokenCharacters);
});

test('the lease that a runner is told is the lease that the store keeps', () => {
  expect(RUN_LIMITS.leaseSeconds).toBe(LEASE_SECONDS);
});
