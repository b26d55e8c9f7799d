/** Each case runs real tests in a small project of its own and shows which results count as a found mutant. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { copyAt, startProcess, startTemplateServer } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Mutant } from './mutant.ts';
import { type Lane, runTrial } from './trial.ts';
import { groupsOf, tryGroup, whySurvived } from './try-mutants.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const TITLE = 'a balance that is too small is refused';

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'src/accept.ts': `export async function accept(balance: number, price: number): Promise<boolean> {
  return balance >= price;
}
export const started = async (): Promise<void> => {};
`,
  'src/accept.test.ts': `import { beforeEach, expect, test } from 'vitest';
import { accept, started } from './accept.ts';
beforeEach(async () => await started());
test('${TITLE}', async () => {
  expect(await accept(1, 2)).toBe(false);
});
test('a balance that is just enough is taken', async () => {
  expect(await accept(2, 2)).toBe(true);
});
`,
  'src/broken.test.ts': `import { expect, test } from 'vitest';
test('never holds', () => {
  expect(1).toBe(2);
});
`,
};

let folder: string;
let lane: Lane;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mutants-'));
  mkdirSync(join(folder, 'src'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const lent = await startTemplateServer(process.env);
  // The inner vitest must not believe that it is a worker of this one.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  lane = { context: { env }, copy: copyAt(folder), lent };
});
afterAll(async () => {
  await lane.lent.close();
  rmSync(folder, { recursive: true });
});

const mutant = (change: Partial<Mutant>): Mutant => ({
  name: 'of this test',
  threat: 'I2',
  file: 'src/accept.ts',
  defence: 'balance >= price',
  without: 'true',
  tests: ['src/accept.test.ts'],
  titles: [TITLE],
  ...change,
});

/** Changes nothing. */
const NO_OP = { defence: 'return balance >= price;', without: 'return (balance >= price);' };
const STARTED = 'export const started = async (): Promise<void> => {};';

test('a mutant is found when an assertion fails in a test that it names', async () => {
  expect(await tryGroup([mutant({})], lane)).toEqual([]);
});

const SURVIVORS: Readonly<Record<string, { change: Partial<Mutant>; options?: readonly string[]; why: string }>> = {
  'whose tests time out': {
    change: NO_OP,
    options: ['--testTimeout=0.001'],
    why: `failed: ${TITLE}: Error: Test timed out`,
  },
  'that only breaks a test which it does not name': { change: { without: 'balance > price' }, why: `passed: ${TITLE}` },
  'whose test fails without an assertion': {
    change: { without: '(() => { throw new TypeError("no server"); })()' },
    why: `failed: ${TITLE}: TypeError: no server`,
  },
  'whose test file cannot be loaded': {
    change: { defence: STARTED, without: 'throw new Error("no server");' },
    why: `problem: no server`,
  },
  'whose hook fails, by an assertion too': {
    change: {
      defence: STARTED,
      without: "import { expect } from 'vitest'; export const started = async () => expect(1).toBe(2);",
    },
    why: `hook failed: ${TITLE}: AssertionError`,
  },
  'whose test does not exist': { change: { titles: ['a title of no test'] }, why: 'did not run: a title of no test' },
};

test.each(Object.entries(SURVIVORS))('a mutant %s survives', async (_, { change, options, why }) => {
  expect(await whySurvived(mutant(change), lane, options)).toContain(why);
});

test('a mutant that changes nothing survives beside more busy processes than cores', async () => {
  const busy = Array.from({ length: 2 * availableParallelism() }, () =>
    startProcess({ command: [process.execPath, '-e', 'for (;;);'] }),
  );
  try {
    const [failure] = await tryGroup([mutant(NO_OP)], lane);
    expect(failure?.text).toContain(`passed: ${TITLE}`);
  } finally {
    await Promise.all(busy.map((each) => each[Symbol.asyncDispose]()));
  }
});

test('mutants are not tried if their tests fail with every defence in place', async () => {
  const broken = mutant({ tests: ['src/broken.test.ts'], titles: ['never holds'] });
  const groups = groupsOf([broken, mutant({}), { ...broken, name: 'another' }]);
  expect(groups.map(({ length }) => length)).toEqual([2, 1]);
  const failures = await tryGroup(groups[0]!, lane);
  expect(failures.map(({ title }) => title)).toEqual(['of this test', 'another']);
  for (const { text } of failures) expect(text).toContain('do not pass with the defence');
});

test('each defence is restored after its trial', async () => {
  expect(lane.copy.read('src/accept.ts')).toBe(FILES['src/accept.ts']);
  const { tests } = await runTrial({ files: mutant({}).tests, titles: [TITLE], isLent: true }, lane);
  expect(tests.map(({ title, state }) => [title, state])).toContainEqual([TITLE, 'passed']);
});
