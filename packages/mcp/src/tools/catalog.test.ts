/** A model finds a tool, its price and the schema of each of its parts in short results, and everything on request. */
import { createCatalog } from '@farebox/catalog';
import { beforeEach, expect, test } from 'vitest';
import { type Reply, called } from '../testing/host.ts';
import { type ScriptedApi, scriptedApi } from '../testing/scripted-api.ts';

const catalog = createCatalog({ rehearsal: true }).describe({ executionEnabled: true });
const pipeline = catalog.tools.find(({ name }) => name === 'pipeline') ?? { inputSchema: {} };
const steps = (pipeline.inputSchema as { properties: { steps: { items: { anyOf: { properties: object }[] } } } })
  .properties.steps.items.anyOf;

let api: ScriptedApi;
beforeEach(() => {
  api = scriptedApi();
  api.on('getCatalog', () => catalog);
});
const call = (name: string, args: object): Promise<Reply> => called(name, args, { api });

interface Listed {
  readonly tools: readonly { readonly name: string; readonly description: string; readonly price: string }[];
  readonly categories: readonly string[];
  readonly next?: string;
}

test('the pages of list_tools contain each tool once, with its price', async () => {
  const seen: Listed['tools'][number][] = [];
  let next: string | undefined = 'from: 0';
  for (let pages = 0; next !== undefined && pages < 10; pages++) {
    const page = (await call('list_tools', { from: Number(/from: (\d+)/.exec(next)?.[1]) })).data as unknown as Listed;
    seen.push(...page.tools);
    next = page.next;
  }
  expect(seen.map(({ name }) => name)).toEqual(catalog.tools.map(({ name }) => name));
  expect(seen.filter(({ price, description }) => !/^from \$\d+\.\d{2,6}$/.test(price) || description === '')).toEqual(
    [],
  );
});

test('a project with hundreds of templates gets them in pages', async () => {
  const templates = Array.from({ length: 300 }, (_, index) => ({
    ...catalog.tools[0],
    name: `@template-${index}`,
    description: 'Ä'.repeat(5_000),
  }));
  api.on('getCatalog', () => ({ ...catalog, tools: [...catalog.tools, ...templates] }));
  let [seen, next] = [0, 'from: 0' as string | undefined];
  for (let pages = 0; next !== undefined && pages < 50; pages++) {
    const { data, bytes } = await call('list_tools', { from: Number(/from: (\d+)/.exec(next)?.[1]) });
    expect(bytes).toBeLessThanOrEqual(8_000);
    const page = data as unknown as Listed;
    [seen, next] = [seen + page.tools.length, page.next];
  }
  expect(seen).toBe(catalog.tools.length + 300);
});

test('list_tools finds by text and category, and names the categories', async () => {
  const found = (await call('list_tools', { text: 'resize', category: 'image' })).data as unknown as Listed;
  expect(found.tools.map(({ name }) => name)).toContain('image-resize');
  expect(found.categories).toEqual(expect.arrayContaining(['image', 'audio', 'video', 'pipeline']));
  expect(found.next).toBeUndefined();
});

test('a pipeline is described by its own fields and the names of its step tools', async () => {
  const { data } = await call('describe_tool', { tool: 'pipeline' });
  const { inputSchema, example, next } = data as unknown as {
    inputSchema: {
      properties: { steps: { maxItems: number; items: { anyOf: { notShown: string; names: string[] } } } };
    };
    example: { steps: unknown[] };
    next: string;
  };
  const { maxItems, items } = inputSchema.properties.steps;
  expect([maxItems, example.steps.length]).toEqual([20, 3]);
  expect(items.anyOf.names).toEqual(catalog.tools.map(({ name }) => name).filter((name) => name !== 'pipeline'));
  expect(next).toMatch(/part.*detail: full/);
});

test.each(steps.map((_, index) => index))(
  'the schema of step tool %i is complete, by name and by pointer',
  async (index) => {
    const step = steps[index] as unknown as { properties: { tool: { const: string } } };
    const name = step.properties.tool.const;
    for (const part of [
      name,
      `/inputSchema/properties/steps/items/anyOf/${name}`,
      `/inputSchema/properties/steps/items/anyOf/${index}`,
    ]) {
      const { data } = await call('describe_tool', { tool: 'pipeline', part });
      expect(data['value']).toEqual(JSON.parse(JSON.stringify(step)));
    }
  },
);

test('everything comes only with detail: full', async () => {
  const { data, bytes } = await call('describe_tool', { tool: 'pipeline', detail: 'full' });
  expect(data).toEqual(JSON.parse(JSON.stringify(pipeline)));
  expect(bytes).toBeGreaterThan(80_000);
});

test('a part that is too long itself names its own parts, by pointers that work', async () => {
  const { data } = await call('describe_tool', { tool: 'pipeline', part: '/inputSchema/properties/steps' });
  const { items } = data['value'] as { items: { anyOf: { notShown: string } } };
  expect(items.anyOf.notShown).toBe('/inputSchema/properties/steps/items/anyOf');
  expect((await call('describe_tool', { tool: 'pipeline', part: 'no-such-part' })).data).toMatchObject({
    message: 'part_not_found',
  });
  expect((await call('describe_tool', { tool: 'pipeline', part: '/__proto__' })).data).toMatchObject({
    message: 'part_not_found',
  });
});

test.each([
  ['image-rezise', 'image-resize'],
  ['resize-image', 'image-resize'],
  ['transcribe', 'audio-transcribe'],
  ['Image-Resize', 'image-resize'],
  ['video_clip', 'video-clip'],
])('%s is answered with %s', async (tool, meant) => {
  const { isError, data } = await call('describe_tool', { tool });
  expect([isError, data['message']]).toEqual([true, 'tool_not_found']);
  expect(data).toMatchObject({ advice: expect.stringContaining(`Did you mean ${meant}`) as string });
  expect((data['details'] as { nearest: string[] }).nearest[0]).toBe(meant);
});

test('a name that is like none has no nearest name', async () => {
  const { data } = await call('describe_tool', { tool: 'qqqqqqqq' });
  expect(data).toMatchObject({ advice: 'Call list_tools for the names of the tools.', details: { nearest: [] } });
});

test('a tool of this server that does not exist is answered with the nearest one', async () => {
  const { isError, data } = await call('describe_tools', {});
  expect([isError, data['message']]).toEqual([true, 'unknown_tool']);
  expect(data['advice']).toMatch(/^Did you mean describe_tool\b/);
});
