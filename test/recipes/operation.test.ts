/** The recipes "operation" and "tool": each step that is left out is an error of the compiler that names the file to go to. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Copy, copyProject } from '@tollgate/testing';

const TABLE = 'packages/catalog/src/operations/table.ts';
const WORKER = 'apps/worker-image/src/operations.ts';
const TOOLS = 'packages/catalog/src/tools';

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
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy[Symbol.dispose]());

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

test('with an implementation it compiles, and the catalog with the tool in it quotes what that worker does', () => {
  copy.replace(WORKER, '      rehearse,\n', `${IMPLEMENTATION}      rehearse,\n`);
  copy.replace(
    `${TOOLS}/index.ts`,
    '\nimport type',
    `\nimport { echo } from './echo-words/definition.ts';\nimport type`,
  );
  copy.replace(`${TOOLS}/index.ts`, 'imageResize, ', 'echo, imageResize, ');
  copy.replace('packages/catalog/src/prices/table.ts', `    'image-resize': {`, `${PRICE}    'image-resize': {`);
  expect(copy.typecheck()).toEqual({ code: 0, output: '' });
  copy.write('apps/worker-image/src/echo.ts', RUN);
  expect(copy.node('apps/worker-image/src/echo.ts')).toEqual({ code: 0, output: 'hello\n' });
});

const RUN = `/** Quotes the example and runs what was planned. */
import { createCatalog } from '@tollgate/catalog';
import { createImageOperations } from './operations.ts';

const catalog = createCatalog({ rehearsal: false });
const prepared = catalog.prepare({ tool: 'echo-words', arguments: { words: 'hello' } });
const quote = prepared.ok && catalog.quote(prepared, new Map());
if (!quote || !quote.ok) throw new Error('it has no quote');
const [step] = quote.plan;
const { operations, close } = createImageOperations({ concurrency: 1 });
const signal = new AbortController().signal;
const output = await operations[step!.operation]!({ parameters: step!.parameters, inputs: {}, directory: '/nowhere', signal });
console.log(output.result);
await close();
`;
