/** Messages between Farebox and runners: signed, for one run, of now; and the statements of a runner that are believed. */
import type { Mutant } from '../mutant.ts';

const SOURCE = 'packages/runner-protocol/src';
const SIGNATURES = [`${SOURCE}/signature.test.ts`] as const;
const REPLIES = [`${SOURCE}/read-reply.test.ts`] as const;

export const runnerProtocolMutants: readonly Mutant[] = [
  {
    name: 'a message of a runner counts without its signature',
    threat: 'I4',
    file: `${SOURCE}/signature.ts`,
    defence: "if (!isSigned) return refused('forged');",
    without: '',
    tests: SIGNATURES,
    titles: ['another body and another secret are refused'],
  },
  {
    name: 'a message of a runner counts for another run',
    threat: 'I4',
    file: `${SOURCE}/signature.ts`,
    defence: "if (id !== token) return refused('other_token');",
    without: '',
    tests: SIGNATURES,
    titles: ['a message for another run is refused, although its signature is right'],
  },
  {
    name: 'a message of a runner counts for ever',
    threat: 'I4',
    file: `${SOURCE}/signature.ts`,
    defence: '> RUNNER_LIMITS.toleranceSeconds ?',
    without: '> RUNNER_LIMITS.toleranceSeconds * 1e9 ?',
    tests: SIGNATURES,
    titles: ['a clock that is %i seconds off: %s'],
  },
  {
    name: 'one file of a runner is delivered twice',
    threat: 'I12',
    file: `${SOURCE}/read-reply.ts`,
    defence: 'put === index ||',
    without: "typeof put === 'number' ||",
    tests: REPLIES,
    titles: ['a success that cannot be delivered is unusable, with its cost: %s'],
  },
  {
    name: 'a failure of a runner is billed without its statement',
    threat: 'I3',
    file: `${SOURCE}/read-reply.ts`,
    defence: 'return billed === true;',
    without: 'return billed !== false;',
    tests: REPLIES,
    titles: ['a failure without a clear statement bills nothing'],
  },
];
