/** Ends are told to whoever asked for it, once each, signed, and nowhere but on the internet. */
import type { Mutant } from '../mutant.ts';

const tests = ['apps/keeper/src/webhooks/webhooks.test.ts'] as const;
const changes = ['apps/keeper/src/webhooks/changes.test.ts'] as const;

const receiver = ['packages/sdk/src/webhooks.test.ts'] as const;

export const webhookMutants: readonly Mutant[] = [
  {
    name: 'a webhook is sent wherever the name of its host leads',
    threat: 'SSRF',
    file: 'apps/keeper/src/webhooks/post.ts',
    defence: 'const checked = checkedLookup(isPublicAddress, resolve);',
    without: 'const checked = checkedLookup(() => isPublicAddress !== undefined, resolve);',
    tests,
  },
  {
    name: 'a webhook is sent to a literal address of ours',
    threat: 'SSRF',
    file: 'packages/kernel/src/webhook-url.ts',
    defence: 'ipaddr.isValid(name) && !isPublicAddress(name)',
    without: 'ipaddr.isValid(url.protocol) && !isPublicAddress(name)',
    tests,
  },
  {
    name: 'the time of a webhook is not signed',
    threat: 'fail-open auth, missing scope',
    file: 'apps/keeper/src/webhooks/signature.ts',
    defence: '`${id}.${seconds}.${body}`',
    without: '`${id}.${body}`',
    tests,
  },
  {
    name: 'a receiver believes a message of any age',
    threat: 'fail-open auth, missing scope',
    file: 'packages/sdk/src/webhooks.ts',
    defence: 'Math.abs(Date.now() / 1000 - Number(time)) > TOLERANCE_SECONDS',
    without: 'TOLERANCE_SECONDS < 0',
    tests: receiver,
  },
  {
    name: 'a receiver believes the beginning of a signature',
    threat: 'fail-open auth, missing scope',
    file: 'packages/sdk/src/webhooks.ts',
    defence: 'if (one.length !== other.length) return false;',
    without: 'if (one.length > other.length) return false;',
    tests: receiver,
  },
  {
    name: 'the old secret of a webhook signs after it has ended',
    threat: 'fail-open auth, missing scope',
    file: 'packages/executions/src/store/webhooks/deliveries.ts',
    defence: 'CASE WHEN w.previous_until > instant() THEN w.previous_secret END AS previous',
    without: 'w.previous_secret AS previous',
    tests: changes,
  },
  {
    name: 'a new secret of a webhook signs alone',
    threat: 'fail-open auth, missing scope',
    file: 'packages/executions/src/store/webhooks/deliveries.ts',
    defence: 'ARRAY[due.secret, due.previous]',
    without: 'ARRAY[due.secret, NULL]',
    tests: changes,
  },
  {
    name: 'an endpoint that is switched off is still sent to',
    threat: 'fail-open auth, missing scope',
    file: 'packages/executions/src/store/webhooks/deliveries.ts',
    defence: 'WHERE w.enabled AND w.disabled_at IS NULL AND (${only',
    without: 'WHERE w.disabled_at IS NULL AND (${only',
    tests: changes,
  },
  {
    name: 'what is sent again by a webhook has only the attempts that were left',
    threat: 'fail-open auth, missing scope',
    file: 'packages/executions/src/store/webhooks/endpoints.ts',
    defence: 'attempts_before = attempts, replayed_at',
    without: 'attempts_before = 0, replayed_at',
    tests: changes,
  },
  {
    name: 'what is sent again by a webhook has another id',
    threat: 'fail-open auth, missing scope',
    file: 'apps/keeper/src/webhooks/attempt.ts',
    defence: "${executionId.split('_')[1]}`;",
    without: "${executionId.split('_')[1]}${Math.random()}`;",
    tests: changes,
  },
  {
    name: 'a receiver that fails is sent all that waits for it at once',
    threat: 'resource exhaustion',
    file: 'apps/keeper/src/webhooks/webhooks.ts',
    defence: 'if (isTaken && hasRoom',
    without: 'if (hasRoom',
    tests: ['apps/keeper/src/webhooks/pace.test.ts'],
  },
  {
    name: 'an endpoint of webhooks is given up without a word',
    threat: 'operator plane',
    file: 'apps/keeper/src/webhooks/record.ts',
    defence: 'if (disabled === null) return;',
    without: 'if (disabled !== undefined) return;',
    tests,
  },
  {
    name: 'an endpoint of webhooks is given up again by each attempt that was under way',
    threat: 'operator plane',
    file: 'packages/executions/src/store/webhooks/deliveries.ts',
    defence: 'OR w.disabled_at IS NULL AND (${statusCode}::integer = 410',
    without: 'OR w.url IS NOT NULL AND (${statusCode}::integer = 410',
    tests,
  },
];
