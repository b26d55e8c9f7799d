/** The recipes "operation" and "tool": each step that is left out is an error of the compiler that names the file to go to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Copy, copyProject } from '@tollgate/testing';
import { type Started, startCopy } from './started.ts';

const TABLE = 'packages/catalog/src/operations/table.ts';
const WORKER = 'apps/worker-image/src/operations.ts';
const TOOLS = 'packages/catalog/src/tools';
const HISTORY = 'packages/catalog/src/prices/history.ts';
const PRICES_TEST = 'packages/catalog/src/prices/version.test.ts';

const DEFINITION = `/** echo: for a test of the recipe. */
import { Type, type Static } from 'typebox';
import { closedInput } from '../../image/schema.ts';
import { defineTool, oneStep } from '../../tool.ts';

const echoSchema = Type.Object({ words: Type.String({ maxLength: 20, description: 'What comes back.' }) }, closedInput);

export const echo = defineTool<Static<typeof echoSchema>>({
  name: 'echo-words',
  title: 'Echo',
  description: 'Says it again.',
  category: 'development',
  inputSchema: echoSchema,
  example: { words: 'hello' },
  models: [],
  maxRuntimeSeconds: 10,
  modelOf: () => null,
  fileUses: () => [],
  plan: ({ words }) =>
    oneStep({ name: 'echo', operation: 'echo', parameters: { words }, inputs: {}, description: 'Echo', unitsMax: 1, outputs: [] }),
});
`;
const DECLARATION = `  echo: operation({ engine: 'image', parameters: { words: Type.String() }, inputs: [], artifacts: 'none' }),\n`;
const IMPLEMENTATION = `      echo: async ({ parameters: { words } }) => ({ artifacts: [], result: words, units: 1 }),\n`;
const PRICE = `    'echo-words': {
      unit: 'run',
      minimumChargeMicros: '100',
      unitPriceMicros: '100',
      description: 'Each run.',
      models: {},
    },\n`;

let copy: Copy;
let started: Started | undefined;
beforeAll(() => {
  copy = copyProject();
});
afterAll(async () => {
  await started?.stop();
  copy[Symbol.dispose]();
});

/** Files that the compiler complains about. */
function complaints(): string[] {
  const { output } = copy.typecheck();
  return [...new Set([...output.matchAll(/^(\S+?)\(\d+,\d+\): error/gm)].map(([, file]) => file!))];
}

test('a tool whose plan names an operation that nobody declared does not compile', () => {
  copy.write(`${TOOLS}/echo-words/definition.ts`, DEFINITION);
  expect(complaints()).toEqual([`${TOOLS}/echo-words/definition.ts`]);
});

test('a declared operation that its worker does not have does not compile', () => {
  copy.replace(TABLE, '  rehearse: operation({', `${DECLARATION}  rehearse: operation({`);
  expect(complaints()).toEqual([WORKER]);
});

test('with an implementation, a line in the index and a price it compiles', () => {
  copy.replace(WORKER, '      rehearse,\n', `${IMPLEMENTATION}      rehearse,\n`);
  const index = `${TOOLS}/index.ts`;
  copy.replace(
    index,
    'import { PROVIDER_TOOLS }',
    `import { echo } from './echo-words/definition.ts';\nimport { PROVIDER_TOOLS }`,
  );
  copy.replace(index, '...PROVIDER_TOOLS', 'echo, ...PROVIDER_TOOLS');
  copy.replace('packages/catalog/src/prices/table.ts', `    'image-resize': {`, `${PRICE}    'image-resize': {`);
  expect(copy.typecheck()).toEqual({ code: 0, output: '' });
});

test('the test of the prices prints their version, and is content when the history has it', () => {
  const { output } = copy.vitest(PRICES_TEST);
  const [version] = /\d{4}-\d\d-\d\d\.[\da-f]{8}/.exec(output.slice(output.indexOf('AssertionError'))) ?? [];
  expect(copy.read(HISTORY)).not.toContain(version);
  copy.write(HISTORY, copy.read(HISTORY).replace(/,?\s*\] as const/, `, '${version}'] as const`));
  expect(copy.vitest(PRICES_TEST)).toMatchObject({ code: 0 });
});

test('a started system has it in the catalog, and does and charges what was quoted', async () => {
  expect(copy.generate()).toMatchObject({ code: 0 });
  started = await startCopy(copy);
  const { tools } = (await started.ask('/tools')).data as { tools: readonly { name: string }[] };
  expect(tools.map(({ name }) => name)).toContain('echo-words');
  expect(await started.bought('echo-words', { words: 'hello' })).toMatchObject({
    status: 'succeeded',
    chargedMicros: 100,
    output: { result: 'hello' },
  });
});
