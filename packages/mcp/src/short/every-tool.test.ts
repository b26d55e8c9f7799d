/** No result is above 2,000 tokens unless the call asks for more, whatever the catalog, an execution or an error contains. */
import { createCatalog } from '@farebox/catalog';
import { AppError } from '@farebox/contract';
import { beforeEach, expect, test } from 'vitest';
import { artifactsOf, executionOf } from '../testing/execution.ts';
import { type Reply, called, requested } from '../testing/host.ts';
import { type ScriptedApi, scriptedApi } from '../testing/scripted-api.ts';
import { TOOLS } from '../tools/index.ts';

/** 2,000 tokens of four characters. Bytes of UTF-8, so a letter of another script counts as what it is. */
const BYTES_MAX = 8_000;
const catalog = createCatalog({ rehearsal: true }).describe({ executionEnabled: true });
const LONG = 'データ"\\\n'.repeat(20_000);
const result = { text: LONG, segments: Array.from({ length: 500 }, (_, start) => ({ start, text: 'word' })) };
const long = executionOf({ output: { artifacts: artifactsOf(1_000), result } });
const URL_LENGTH = 700;

let api: ScriptedApi;
beforeEach(() => {
  api = scriptedApi();
  api.on('getCatalog', () => catalog);
  const amountMicros = Number.MAX_SAFE_INTEGER;
  api.on('createQuote', () => ({
    priceVersion: '2026-11-23.0123abcd',
    minimumChargeMicros: 1,
    maximumChargeMicros: 500,
    breakdown: Array.from({ length: 21 }, () => ({ description: 'A step. '.repeat(60), amountMicros })),
    blockers: ['insufficient_balance', 'monthly_cap_reached'],
  }));
  for (const route of ['createExecution', 'getExecution', 'cancelExecution'] as const) api.on(route, () => long);
  api.on('downloadArtifact', () => ({ url: `https://tools.example/files/${'k'.repeat(URL_LENGTH)}`, expiresAt: '' }));
  api.on('createUploadUrl', () => ({ uploadUrl: `https://tools.example/${'k'.repeat(URL_LENGTH)}`, method: 'PUT' }));
  api.on('getUsage', () => ({ month: '2026-11', availableMicros: amountMicros, heldMicros: 0, chargedMicros: 1 }));
});

const call = (name: string, args: object = {}): Promise<Reply> => called(name, args, { api });
const exactly = { executionId: long.id };

test.each(catalog.tools.map(({ name }) => name))('describe_tool of %s is short', async (tool) => {
  const { data, bytes } = await call('describe_tool', { tool });
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
  expect(data).toMatchObject({
    name: tool,
    inputSchema: { type: 'object' },
    price: { unit: expect.any(String) as string },
  });
});

const CALLS: Readonly<Record<string, () => Promise<readonly object[]>>> = {
  list_tools: async () => [{}, { from: 10 }, { text: 'image' }, { category: 'audio' }],
  describe_tool: async () => [{ tool: 'pipeline', part: '/inputSchema' }, { tool: 'nothing' }],
  upload_file: async () => [{ mimeType: 'image/png' }, { mimeType: 'image/png', data: 5 }],
  quote: async () => [
    { tool: 'pipeline', arguments: {} },
    { tool: 'image-resize', arguments: JSON.stringify({ text: LONG.slice(0, 30_000) }) },
  ],
  execute: async () => {
    const asked = { tool: 'image-resize', arguments: { width: 5 } };
    const { quoteId } = (await call('quote', asked)).data;
    return [{ ...asked, quoteId, maxChargeMicros: 500, waitSeconds: 0 }, { quoteId: 'x' }];
  },
  get_execution: async () => [exactly, { ...exactly, firstArtifact: 500 }, { ...exactly, resultFrom: 40_000 }],
  view_artifact: async () => [{ ...exactly, fileId: 'file_none' }],
  cancel_execution: async () => [exactly],
  get_usage: async () => [{}],
};

test('every tool has a call here', () => {
  expect(Object.keys(CALLS)).toEqual(TOOLS.map(({ definition }) => definition.name));
});

test.each(Object.keys(CALLS))('every result of %s is short, also beside a hostile API', async (name) => {
  for (const args of (await CALLS[name]?.()) ?? []) {
    const { bytes, data } = await call(name, args);
    expect(bytes, JSON.stringify(args).slice(0, 100)).toBeLessThanOrEqual(BYTES_MAX);
    expect(Object.keys(data)).not.toEqual([]);
  }
});

test('an error with many and long details is short, and keeps its first fields', async () => {
  const fields = Object.fromEntries(
    Array.from({ length: 900 }, (_, index) => [`/steps/${index}`, LONG.slice(0, 2_000)]),
  );
  api.on('createQuote', () => {
    throw new AppError('invalid_arguments', { details: { fields } });
  });
  const { isError, data, bytes } = await call('quote', { tool: 'image-resize', arguments: {} });
  expect([isError, data['message']]).toEqual([true, 'invalid_arguments']);
  expect(bytes).toBeLessThanOrEqual(BYTES_MAX);
  expect(data['details']).toMatchObject({ fieldsNotShown: expect.any(Number) as number });
  expect(Object.keys((data['details'] as { fields: object }).fields)).toContain('/steps/0');
});

test('an unknown tool is answered within the bound, whatever its name', async () => {
  expect((await call('x'.repeat(30_000))).bytes).toBeLessThanOrEqual(BYTES_MAX);
});

test('results are sent once: one text, and no second form of it', async () => {
  for (const [name, args] of [
    ['get_usage', {}],
    ['describe_tool', { tool: 'image-resize' }],
    ['get_execution', exactly],
  ] as const) {
    const { content, structuredContent } = (await call(name, args)).result as {
      content: unknown[];
      structuredContent?: unknown;
    };
    expect([content.length, structuredContent], name).toEqual([1, undefined]);
  }
});

test('the definitions of the tools are small, and promise no structured content', async () => {
  const { tools } = (await requested('tools/list', {}, { api })) as unknown as {
    tools: readonly { outputSchema?: unknown }[];
  };
  expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
  expect(JSON.stringify(tools).length).toBeLessThan(BYTES_MAX);
});
