/** What keeps a client from paying twice, and its key from strangers. */
import type { Mutant } from '../mutant.ts';

const PAY = 'packages/sdk/src/requests/pay.ts';
const TESTS: readonly [string] = ['packages/sdk/src/pay.test.ts'];

export const sdkMutants: readonly Mutant[] = [
  {
    name: 'the SDK forgets a request that may have been accepted',
    threat: 'I5',
    file: PAY,
    defence: '  if (!isDoubtful) {\n    await store.remove(name);',
    without: '  {\n    await store.remove(name);',
    tests: TESTS,
  },
  {
    name: 'the SDK sends what it has not stored',
    threat: 'I5',
    file: PAY,
    defence: '  await store.save(priced);\n',
    without: '',
    tests: TESTS,
  },
  {
    name: 'the SDK takes a lost reply for none',
    threat: 'I5',
    file: 'packages/sdk/src/http/api.ts',
    defence: '        if (isUnknown(outcome.error)) call.onUnknown?.();\n',
    without: '',
    tests: TESTS,
  },
  {
    name: 'the SDK draws a new key for a request that has a name',
    threat: 'I5',
    file: PAY,
    defence: 'const request = await store.add(blank);',
    without: 'const request = { ...(await store.add(blank)), idempotencyKey: keyOf(newName()) };',
    tests: TESTS,
  },
  {
    name: 'the SDK takes what an earlier process stored for never sent',
    threat: 'I5',
    file: PAY,
    defence: 'isDoubtful: request !== blank',
    without: 'isDoubtful: request.body !== null',
    tests: TESTS,
  },
  {
    name: 'the SDK follows a redirect with its key',
    threat: 'leaks',
    file: 'packages/sdk/src/http/api.ts',
    defence: "redirect: 'error', // a key goes nowhere else",
    without: "redirect: 'follow',",
    tests: TESTS,
  },
];
