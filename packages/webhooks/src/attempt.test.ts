/** The outcome of an attempt, as a customer sees it. */
import type { Resolve } from '@farebox/kernel';
import { expect, test } from 'vitest';
import { attempt, type AttemptNeeds } from './attempt.ts';
import { type Send, sendTo } from './post.ts';
import type { ClaimedDelivery } from './store/deliveries.ts';
import { SECRET } from './testing/webhooks.ts';

const claimed = {
  projectId: 'project_1',
  endpointId: 'webhook_1',
  executionId: 'exe_1',
  event: 'execution.succeeded',
  url: 'https://shop.example.com/',
  sealedSecrets: ['sealed'],
  attemptOfRound: 1_000,
} as unknown as ClaimedDelivery;
const executions = { get: () => Promise.resolve({ finishedAt: null }) } as unknown as AttemptNeeds['executions'];

const failing = (code: string): Error => Object.assign(new Error(`getaddrinfo ${code}`), { code });
const RESOLVERS: readonly Resolve[] = [
  (_name, _options, callback) => callback(null, [{ address: '10.0.0.1', family: 4 }]),
  (_name, _options, callback) => callback(null, []),
  (_name, _options, callback) => callback(failing('ENOTFOUND'), []),
  (_name, _options, callback) => setTimeout(() => callback(failing('EAI_AGAIN'), []), 50),
];

test('a customer cannot tell a private address from a name that does not exist; the log can', async () => {
  const logged: unknown[] = [];
  const logger = { warn: ({ reason }: { readonly reason: string }) => logged.push(reason) } as AttemptNeeds['logger'];
  const { signal } = new AbortController();
  const outcomeOf = (send: Send) => attempt(claimed, { executions, open: () => SECRET, send, signal, logger });
  for (const resolve of RESOLVERS)
    expect(await outcomeOf(sendTo(resolve))).toEqual({
      statusCode: null,
      error: 'no usable address',
      durationMs: 0,
      retrySeconds: null,
    });
  expect(logged).toEqual(['not an allowed address', 'not an allowed address', 'ENOTFOUND', 'EAI_AGAIN']);
});
