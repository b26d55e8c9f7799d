/** The SDK waits for nothing that never comes, and completes what an earlier process left. */
import type { Mutant } from '../mutant.ts';

const RESUME_TESTS: readonly [string] = ['packages/sdk/src/resume.test.ts'];
const EVENT_TESTS: readonly [string] = ['packages/sdk/src/events.test.ts'];

export const sdkWaitMutants: readonly Mutant[] = [
  {
    name: 'the SDK waits for good for a stream that fell silent',
    threat: 'I5',
    file: 'packages/sdk/src/http/reading.ts',
    defence: 'return before(reader.read(), limit.signal).finally',
    without: 'return reader.read().finally',
    tests: EVENT_TESTS,
    titles: [
      'a stream that falls silent connects again',
      'an abort ends a silent stream on a runtime whose fetch has forgotten its signal',
    ],
  },
  {
    name: 'the SDK waits for good for a response that never ends',
    threat: 'I5',
    file: 'packages/sdk/src/http/reading.ts',
    defence: 'return before(reader.read(), signal);',
    without: 'return reader.read();',
    tests: EVENT_TESTS,
    titles: ['a response that never ends fails after the timeout on a runtime whose fetch has forgotten its signal'],
  },
  {
    name: 'the SDK resumes a stored quote above the ceiling of the call',
    threat: 'I3',
    file: 'packages/sdk/src/requests/pay.ts',
    defence: 'if (stored.body !== null && isAbove(',
    without: 'if (stored.body === undefined && isAbove(',
    tests: RESUME_TESTS,
    titles: ['a stored body above the ceiling of this call is not sent, but quoted again within the ceiling'],
  },
  {
    name: 'the SDK lists a purchase that has ended as pending',
    threat: 'I5',
    file: 'packages/sdk/src/requests/resume.ts',
    defence: '.filter((request) => !hasEnded(request))',
    without: '',
    tests: RESUME_TESTS,
    titles: ['a named request that %s is no longer pending, stays stored, and is never paid again'],
  },
  {
    name: 'the SDK forgets the name of a purchase that has ended',
    threat: 'I5',
    file: 'packages/sdk/src/requests/end.ts',
    defence: 'if (isDrawn(request.name)) await',
    without: 'if (isDrawn(request.name) || true) await',
    tests: RESUME_TESTS,
    titles: ['a named request that %s is no longer pending, stays stored, and is never paid again'],
  },
  {
    name: 'the SDK leaves the requests after one that failed',
    threat: 'I5',
    file: 'packages/sdk/src/requests/resume.ts',
    defence: '(error: unknown) => ({ request, error }),',
    without: '(error: unknown) => Promise.reject(error as Error),',
    tests: RESUME_TESTS,
    titles: ['all pending requests are resumed past those that fail, and each is reported'],
  },
  {
    name: 'the SDK forgets that an outdated request may have been accepted',
    threat: 'I5',
    file: 'packages/sdk/src/requests/pay.ts',
    defence: '...(sending.isDoubtful ? { mayBeAccepted: true } : {})',
    without: '',
    tests: ['packages/sdk/src/pay.test.ts'],
    titles: [
      'a request whose outdated body may have been accepted says so in the store, and one that was only refused does not',
    ],
  },
];
