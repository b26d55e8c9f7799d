/** Ends are told to whoever asked for it, once each, signed, and nowhere but on the internet. */
import type { Mutant } from '../mutant.ts';

const tests = ['apps/keeper/src/webhooks/webhooks.test.ts'] as const;

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
];
