/** Messages between Farebox and runners: signed, for one run, of now; and the statements of a runner that are believed. */
import type { Mutant } from '../mutant.ts';

const SOURCE = 'packages/runner-protocol/src';
const SIGNATURES = [`${SOURCE}/signature.test.ts`] as const;
const RUNNER = ['packages/runner/src/runner.test.ts'] as const;
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
    name: 'a result that no database stores is taken, and its run never ends',
    threat: 'I11',
    file: `${SOURCE}/read-reply.ts`,
    defence: 'if (hasNul(result)) return \'"result" has a NUL, which cannot be stored\';',
    without: '',
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
  {
    name: 'a runner does the work of one token twice',
    threat: 'I4',
    file: 'packages/runner/src/runs.ts',
    defence: 'live.get(token) ?? begin(token, body)',
    without: 'begin(token, body)',
    tests: RUNNER,
    titles: ['the same token twice, also at the same time, is one run'],
  },
  {
    name: 'a runner does the work of a token again after a restart',
    threat: 'I4',
    file: 'packages/runner/src/runs.ts',
    defence: 'if (stored === null && (await store.begin(token)))',
    without: 'if (stored !== undefined)',
    tests: RUNNER,
    titles: ['after a restart, ended runs are known and an interrupted run is a failure, never a second run'],
  },
  {
    name: 'a runner takes requests of anybody',
    threat: 'fail-open auth, missing scope',
    file: 'packages/runner/src/runner.ts',
    defence: 'if (!verified.ok)',
    without: 'if (body.length === 1)',
    tests: RUNNER,
    titles: ['a request with %s is refused'],
  },
  {
    name: 'a runner works on a file with other bytes',
    threat: 'I7',
    file: 'packages/runner/src/files/input.ts',
    defence: "if (createHash('sha256').update(bytes).digest('hex') !== facts.sha256)",
    without: 'if (bytes.length < 0)',
    tests: ['packages/runner/src/files.test.ts'],
    titles: ['a run fails without a bill, and says: %s'],
  },
];
