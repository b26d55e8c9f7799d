/** The recipe "tool": the code of CONTRIBUTING.md is put into a copy as it is. The compiler names each part that is left out. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Copy, copyProject } from '@farebox/testing';
import { complaintsOf } from './complaints.ts';
import { type Started, startCopy } from './started.ts';

const TOOL = 'packages/catalog/src/tools/image-border';
const WORK = 'apps/worker-image/src/operations/draw-border.ts';
const PRICES = 'packages/catalog/src/prices';
const RULES = 'packages/catalog/src/testing/price-rules/image.ts';
const RESTATED = 'packages/catalog/src/restated-prices.test.ts';
const PHOTO = { fileId: 'file_sample_photo' };

/** The code block that follows the first mention of a file. */
function shown(file: string): string {
  const page = readFileSync(new URL('../../CONTRIBUTING.md', import.meta.url), 'utf8');
  const [, block] = /```ts\n([^]*?)```/.exec(page.slice(page.indexOf(`\`${file}\``))) ?? [];
  if (block === undefined) throw new Error(`CONTRIBUTING.md shows no ${file}`);
  return block;
}

let copy: Copy;
let started: Started | undefined;
beforeAll(() => {
  copy = copyProject();
});
afterAll(async () => {
  await started?.stop();
  copy[Symbol.dispose]();
});

test('a tool whose plan names an undeclared operation does not compile', () => {
  copy.write(`${TOOL}/definition.ts`, shown(`${TOOL}/definition.ts`));
  expect(complaintsOf(copy)).toEqual([`${TOOL}/definition.ts`]);
});

test('a declared operation that its worker lacks does not compile', () => {
  copy.write(`${TOOL}/operation.ts`, shown(`${TOOL}/operation.ts`));
  // The generator stops at the missing price; the lists that come before it are already written.
  expect(copy.generate().output).toContain('the price table has image-border');
  expect(complaintsOf(copy)).toEqual(['apps/worker-image/src/operations/index.ts']);
});

test('with one file in the worker and one price it is in the lists, in OpenAPI and in the history of prices', () => {
  copy.write(WORK, shown(WORK));
  copy.replace(`${PRICES}/image.ts`, `  'image-resize': {`, `${shown(`${PRICES}/image.ts`)}  'image-resize': {`);
  const history = copy.read(`${PRICES}/history.ts`);
  expect(copy.generate()).toMatchObject({ code: 0 });
  expect(copy.read(`${PRICES}/history.ts`).split('\n').length).toBe(history.split('\n').length + 1);
  for (const page of ['docs/openapi.json', 'docs/pricing.md']) expect(copy.read(page)).toContain('image-border');
});

test('only the rule that restates its price is missing; with the rule it compiles, and both quote the same', () => {
  expect(complaintsOf(copy)).toEqual([RULES]);
  copy.replace(RULES, `  'image-resize': `, `${shown(RULES)}  'image-resize': `);
  expect(copy.typecheck()).toEqual({ code: 0, output: '' });
  expect(copy.vitest(RESTATED, '--testNamePattern', 'image-border')).toMatchObject({ code: 0 });
});

test('a started system lists it in the catalog, runs it, and charges what was quoted', async () => {
  started = await startCopy(copy);
  const { tools } = (await started.ask('/tools')).data as { tools: readonly { name: string; example: object }[] };
  const tool = tools.find(({ name }) => name === 'image-border');
  expect(tool?.example).toEqual({ source: PHOTO, pixels: 20 });
  const framed = { status: 'succeeded', output: { artifacts: [{ mimeType: 'image/png', width: 1640, height: 1107 }] } };
  expect(await started.bought('image-border', tool!.example)).toMatchObject({ ...framed, chargedMicros: 700 });
});

test('the tool works as a step of a pipeline', async () => {
  const steps = [
    { tool: 'image-resize', arguments: { source: PHOTO, width: 100, height: 100, fit: 'fill' } },
    { tool: 'image-border', arguments: { source: { step: 0, artifact: 0 } } },
  ];
  const bought = await started!.bought('pipeline', { steps });
  expect(bought).toMatchObject({ status: 'succeeded', output: { artifacts: [{}, { width: 120, height: 120 }] } });
});
