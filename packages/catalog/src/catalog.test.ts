import { readdirSync } from 'node:fs';
import { RESERVED_TOOL_NAMES, TOOL_NAME } from '@farebox/contract';
import { describe, expect, it } from 'vitest';
import { catalogMaker, createCatalog, createCatalogMaker } from './catalog.ts';
import { fileArgument } from './files/file.ts';
import { PIPELINE } from './pipeline/description.ts';
import { PRICE_TABLE } from './prices/table.ts';
import { NO_PROVIDERS } from './providers/provider.ts';
import { photo, quoted } from './testing/samples.ts';
import { type PlannedStep, type ToolDefinition, type ToolDescription, defineTool } from './tool.ts';
import { TOOLS } from './tools/index.ts';

const catalog = createCatalog({ rehearsal: true });
const PARTS = { providers: NO_PROVIDERS, unavailable: {} };
const PRICES = { table: PRICE_TABLE, version: '2026-11-22.00000000' };

/** The model that the example of a tool selects; null if the tool has none. */
function modelOf(tool: string, example: Record<string, unknown>): string | null {
  const { models } = catalog.tools.find(({ name }) => name === tool) as ToolDescription;
  return models.length > 0 ? String(example['model']) : null;
}

const examples = catalog.describe({ executionEnabled: true }).tools.flatMap((tool) => [
  { title: tool.name, tool, model: modelOf(tool.name, tool.example), example: tool.example },
  ...tool.models.map((model) => ({
    title: `${tool.name} ${model.name}`,
    tool,
    model: model.name,
    example: model.example,
  })),
]);

describe.for(examples)('the example of $title', ({ tool, model, example }) => {
  it('validates, selects its model and quotes at least the minimum charge', () => {
    const quote = quoted(catalog, { tool: tool.name, arguments: example });
    expect(quote.model).toBe(model);
    expect(quote.minimumMicros).toBeGreaterThan(0n);
    expect(quote.maximumMicros).toBeGreaterThanOrEqual(quote.minimumMicros);
    expect(quote.breakdown.reduce((sum, line) => sum + line.amountMicros, 0n)).toBe(quote.maximumMicros);
    expect(quote.plan.length).toBeGreaterThanOrEqual(1);
  });

  it('is not changed by a quote', () => {
    const before = structuredClone(example);
    quoted(catalog, { tool: tool.name, arguments: example });
    expect(example).toEqual(before);
  });

  it('is refused with a field that the tool does not have', () => {
    const refused = catalog.prepare({ tool: tool.name, arguments: { ...example, 'a/b~c': 1 } });
    expect(refused).toEqual({
      ok: false,
      message: 'invalid_arguments',
      fields: { '/a~1b~0c': 'is not a field of this tool' },
    });
  });

  it('may be charged on failure exactly if an external service can run a step; other tools can be cancelled after the start', () => {
    const engines = quoted(catalog, { tool: tool.name, arguments: example }).plan.map(({ engine }) => engine);
    const canBePaid = tool.name === PIPELINE || engines.includes('provider');
    expect(tool.chargesOnFailure).toBe(canBePaid);
    expect(tool.cancellableAfterStart || canBePaid).toBe(true);
  });

  it('has a plan of plain JSON', () => {
    const { plan } = quoted(catalog, { tool: tool.name, arguments: example });
    expect(JSON.parse(JSON.stringify(plan))).toEqual(plan);
  });
});

describe('the wire catalog', () => {
  it('has valid tool names that no path reserves', () => {
    for (const { name } of catalog.tools) {
      expect(name).toMatch(TOOL_NAME);
      expect(RESERVED_TOOL_NAMES).not.toContain(name);
    }
  });

  it('says whether execution is enabled, and hides the rehearsal unless it is enabled', () => {
    const plain = createCatalog({ rehearsal: false });
    expect(plain.describe({ executionEnabled: false })).toMatchObject({ executionEnabled: false, currency: 'USD' });
    const folders = readdirSync(new URL('tools', import.meta.url), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const offered = folders.map(({ name }) => name).filter((name) => name !== 'rehearsal');
    const shown = plain.describe({ executionEnabled: true }).tools.map(({ name }) => name);
    expect(shown).toEqual([...offered.toSorted(), 'pipeline']);
    expect(plain.prepare({ tool: 'rehearsal', arguments: {} })).toEqual({ ok: false, message: 'tool_not_found' });
    expect(plain.priceVersion).toBe(catalog.priceVersion);
  });

  it('shows the lowest price of its models as the price of a tool', () => {
    for (const { models, price } of catalog
      .describe({ executionEnabled: true })
      .tools.filter((tool) => tool.models.length > 0)) {
      expect(price.minimumChargeMicros).toBe(Math.min(...models.map((model) => model.price.minimumChargeMicros)));
      expect(price.unitPriceMicros).toBe(Math.min(...models.map((model) => model.price.unitPriceMicros)));
    }
  });

  it('lists a tool or model without its external service as unavailable, with the reason', () => {
    const partial = catalogMaker({
      ...PARTS,
      tools: TOOLS,
      unavailable: { 'image-analyze': 'no analyzer', 'image-convert/avif': 'no encoder' },
    })(PRICES);
    const tools = new Map(partial.describe({ executionEnabled: true }).tools.map((tool) => [tool.name, tool]));
    expect(tools.get('image-analyze')).toMatchObject({ available: false, unavailableReason: 'no analyzer' });
    expect(
      tools
        .get('image-convert')
        ?.models.filter(({ available }) => !available)
        .map(({ name }) => name),
    ).toEqual(['avif']);
    expect(partial.availability('image-convert', 'avif')).toEqual({ available: false, reason: 'no encoder' });
    expect(partial.availability('image-convert', 'jpeg')).toEqual({ available: true });
  });
});

describe('one deployment with two price tables', () => {
  const maker = createCatalogMaker({ rehearsal: true });
  const dearer = (text: string) => JSON.parse(text.replaceAll('"100"', '"200"')) as typeof PRICE_TABLE;
  const [cheap, dear] = [
    maker(PRICES),
    maker({ table: dearer(JSON.stringify(PRICE_TABLE)), version: '2026-11-23.00000000' }),
  ];

  it.for(['image-resize', PIPELINE] as const)('quotes %s by each table, in any order of creation', (tool) => {
    const { example } = catalog.tools.find(({ name }) => name === tool) as ToolDescription;
    const request = { tool, arguments: { ...example, ...(tool === PIPELINE ? {} : { width: 2000, height: 2000 }) } };
    const [low, high] = [quoted(cheap, request), quoted(dear, request)];
    expect([low.priceVersion, high.priceVersion]).toEqual(['2026-11-22.00000000', '2026-11-23.00000000']);
    const unitOf = ({ breakdown }: typeof low) => breakdown[0]?.unitPriceMicros;
    expect([unitOf(low), unitOf(high)]).toEqual([100n, 200n]);
  });

  it('shows clients two catalogs', () => {
    const shown = [cheap, dear].map((each) => each.describe({ executionEnabled: true }));
    expect(shown.map(({ priceVersion }) => priceVersion)).toEqual(['2026-11-22.00000000', '2026-11-23.00000000']);
    const prices = shown.map(({ tools }) => tools.find(({ name }) => name === 'image-resize')?.price.unitPriceMicros);
    expect(prices).toEqual([100, 200]);
  });
});

describe('a broken definition', () => {
  const [tool] = TOOLS as [ToolDefinition];
  const assemble = (tools: ToolDefinition[]) => catalogMaker({ ...PARTS, tools })(PRICES);

  it.for(['quote', 'Image', 'a'])('cannot be offered under the name %s', (name) => {
    expect(() => assemble([{ ...tool, name }])).toThrow('can be a tool name');
  });

  it('cannot be offered without a price', () => {
    expect(() => assemble([{ ...tool, name: 'no-such-price' }])).toThrow('the price table has no-such-price');
  });

  it('cannot share a name', () => {
    expect(() => assemble([tool, tool])).toThrow('tool names are distinct');
  });
});

describe('an input of many steps', () => {
  const chain = defineTool<{ steps: number }>({
    ...(TOOLS.find(({ name }) => name === 'image-analyze') as ToolDefinition),
    inputSchema: {
      type: 'object',
      properties: { steps: { type: 'integer' } },
      required: ['steps'],
      additionalProperties: false,
    },
    stepCount: ({ steps }) => steps,
    fileUses: () => [],
    modelOf: () => null,
    plan: ({ steps }) => ({ ok: true, steps: Array.from({ length: steps }, (_, index) => step(index)) }),
  });
  const step = (index: number): PlannedStep => ({
    name: `step-${index}`,
    operation: 'analyze',
    parameters: { colors: 5 },
    inputs: { source: index === 0 ? { fileId: 'file_a' } : { step: index - 1, artifact: 0 } },
    description: 'Step',
    unitsMax: 10,
    outputs: [],
  });
  const chains = catalogMaker({ ...PARTS, tools: [chain] })(PRICES);
  const prepare = (steps: number) => chains.prepare({ tool: chain.name, arguments: { steps } });

  it('is refused above 20 steps, before any file is looked up', () => {
    expect(prepare(21)).toEqual({ ok: false, message: 'too_many_steps' });
  });

  it('is priced as a whole at 20 steps', () => {
    const prepared = prepare(20);
    expect(prepared.ok && chains.quote(prepared, new Map())).toMatchObject({
      ok: true,
      maximumMicros: 20n * 10n * 60n,
    });
  });
});

describe('a file', () => {
  const resize = { tool: 'image-resize', arguments: { source: { fileId: 'file_a' }, width: 10 } };
  const quote = (file: object) => {
    const prepared = catalog.prepare(resize);
    return prepared.ok && catalog.quote(prepared, new Map([['file_a', { ...photo('file_a'), ...file }]]));
  };

  it('that does not exist is not usable', () => {
    const prepared = catalog.prepare(resize);
    expect(prepared).toMatchObject({ fileIds: ['file_a'] });
    expect(prepared.ok && catalog.quote(prepared, new Map())).toEqual({
      ok: false,
      message: 'file_not_usable',
      fields: { '/source/fileId': 'is not a retrievable file of this project' },
    });
  });

  it.for([
    ['of a type the tool does not take', { mimeType: 'audio/wav' }],
    ['without a known width', { width: undefined }],
    ['of an impossible height', { height: 0 }],
    ['of more than 40 megapixels', { width: 8000, height: 5001 }],
    ['with a side that no format carries', { width: 16_384, height: 1 }],
  ] as const)('%s is not usable', ([, file]) => {
    expect(quote(file)).toMatchObject({
      ok: false,
      message: 'file_not_usable',
      fields: { '/source/fileId': expect.any(String) },
    });
  });

  it.for(['image/jpeg', 'image/png', 'image/webp', 'image/avif'])(
    'is usable by image tools if its type is %s',
    (mimeType) => {
      expect(quote({ mimeType })).toMatchObject({ ok: true });
    },
  );

  it('is referenced by an object with exactly its id', () => {
    expect(fileArgument('File', 'A file.')).toMatchObject({ required: ['fileId'], additionalProperties: false });
  });
});
