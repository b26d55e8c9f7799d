/** What keeps a client from paying twice, and its key from strangers. */
import type { Mutant } from '../mutant.ts';

const PAY = 'packages/sdk/src/requests/pay.ts';
const FILE_STORE = 'packages/sdk/src/node/file-store.ts';
const FILE_STORE_TESTS: readonly [string] = ['packages/sdk/src/node/file-store.test.ts'];
const TESTS: readonly [string] = ['packages/sdk/src/pay.test.ts'];
const BATCH_TESTS: readonly [string] = ['packages/sdk/src/batch.test.ts'];

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
    name: 'a request that another process removes meanwhile ends the list of all',
    threat: 'I5',
    file: FILE_STORE,
    defence: "valueOn('ENOENT', null)",
    without: 'null',
    tests: FILE_STORE_TESTS,
  },
  {
    name: 'two processes that store one name at once both take theirs for the first',
    threat: 'I5',
    file: FILE_STORE,
    defence: '  link(draft, place).then(',
    without: '  rename(draft, place).then(',
    tests: FILE_STORE_TESTS,
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
    name: 'the SDK takes an execution for the batch of its name',
    threat: 'I5',
    file: PAY,
    defence: "(request.kind ?? 'execution') !== kind || ",
    without: '',
    tests: BATCH_TESTS,
  },
  {
    name: 'the SDK forgets a batch before its results came',
    threat: 'I5',
    file: 'packages/sdk/src/batches/run.ts',
    defence: '  for await (const result of resultsOf(batch, options, io))',
    without: '  await io.store.remove(request.name);\n  for await (const result of resultsOf(batch, options, io))',
    tests: BATCH_TESTS,
  },
  {
    name: 'the SDK looks for a lost batch among executions',
    threat: 'I5',
    file: 'packages/sdk/src/requests/kinds.ts',
    defence: "place: '/tools/batches'",
    without: "place: '/tools/executions'",
    tests: BATCH_TESTS,
  },
  {
    name: 'the SDK tells nothing of a result that is missing',
    threat: 'I5',
    file: 'packages/sdk/src/batches/results.ts',
    defence: 'if (index !== next++)',
    without: 'if (next++ < 0)',
    tests: BATCH_TESTS,
  },
  {
    name: 'the SDK follows a redirect with its key',
    threat: 'leaks',
    file: 'packages/sdk/src/http/api.ts',
    defence: "redirect: 'error', // a key goes nowhere else",
    without: "redirect: 'follow',",
    tests: TESTS,
  },
  {
    name: 'the SDK gives up a file whose part came and whose reply was lost',
    threat: 'I7',
    file: 'packages/sdk/src/files/parts.ts',
    defence: "error.code === 'upload_offset_conflict') return offset;",
    without: "error.code === 'upload_not_found') return offset;",
    tests: ['packages/sdk/src/parts.test.ts'],
  },
  {
    name: 'what the SDK could not upload keeps its room',
    threat: 'resource exhaustion',
    file: 'packages/sdk/src/files/parts.ts',
    defence: "await api.send({ method: 'DELETE', path, headers: VERSION, attemptsMax: 1 }).catch(() => {});",
    without: '',
    tests: ['packages/sdk/src/parts.test.ts'],
  },
];
