/** An own tool in the catalog: shown, validated, priced and planned like a built-in one. */
import { readManifest } from '@farebox/manifest';
import { quoteCall } from '@farebox/price-rules';
import fc from 'fast-check';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { SAMPLE_FILES } from '../files/samples.ts';
import { hasInputsOf, hasParametersOf } from '../operations/types.ts';
import { fileArgument } from '../files/file.ts';
import { catalogWith, MANIFEST, own } from '../testing/own-tools.ts';
import { photo, quoted, recording } from '../testing/samples.ts';

const source = { fileId: 'file_a' };
const redraw = own();
const catalog = catalogWith([redraw]);
const call = { tool: 'acme-redraw', arguments: { source } };

describe('the catalog shows an own tool', () => {
  const { tools } = catalog.describe({ executionEnabled: true });
  const shown = tools.find(({ name }) => name === 'acme-redraw');

  it('with the price of its manifest and the effect of a failure', () => {
    expect(shown).toMatchObject({
      available: true,
      category: 'image',
      models: [],
      maxRuntimeSeconds: 120,
      chargesOnFailure: false,
      cancellableAfterStart: true,
      price: {
        minimumChargeMicros: 1_000,
        unit: 'megapixel',
        unitPriceMicros: 800,
        description: '$0.0008 for each megapixel; at least $0.001.',
      },
    });
  });

  it('with file arguments like those of built-in tools', () => {
    expect(shown?.inputSchema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: {
        source: JSON.parse(JSON.stringify(fileArgument('Picture', 'A file of type image/jpeg, image/png.'))),
      },
    });
  });

  it('between the tools of the code and the pipeline', () => {
    expect(tools.map(({ name }) => name).slice(-2)).toEqual(['acme-redraw', 'pipeline']);
  });

  it('with the lowest amounts, if an argument chooses among several', () => {
    const { unit, units, onFailure } = MANIFEST['price'] as Record<string, unknown>;
    const unitPriceMicros = { lookup: '/strength', table: { '1': 900, '2': 700, '3': 800 } };
    const strength = { enum: ['1', '2', '3'], default: '2' };
    const input = { ...(MANIFEST['input'] as object), properties: { source: { $ref: 'farebox:file' }, strength } };
    const chosen = own({ input, price: { unit, units, onFailure, unitPriceMicros, minimumChargeMicros: 1_000 } });
    const with_ = catalogWith([chosen]);
    const price = with_.describe({ executionEnabled: true }).tools.find(({ name }) => name === 'acme-redraw')?.price;
    expect(price).toMatchObject({
      unitPriceMicros: 700,
      description: 'From $0.0007 for each megapixel; at least $0.001.',
    });
    const strongest = quoted(with_, { ...call, arguments: { source, strength: '1' } });
    expect(strongest.maximumMicros).toBe(12n * 900n);
    expect(strongest.plan[0]?.price.unitPriceMicros).toBe('900');
  });
});

describe('a call of an own tool', () => {
  it('is planned for its runner, with defaults filled in', () => {
    const { plan, arguments: filled, providers, needsStore } = quoted(catalog, call);
    expect(filled).toEqual({ source, strength: 2 });
    expect(plan).toEqual([
      {
        name: 'run',
        engine: 'provider',
        operation: 'run-tool',
        parameters: {
          provider: 'tool-acme-redraw',
          model: '1',
          tool: 'acme-redraw',
          version: 1,
          arguments: { source, strength: 2 },
          files: ['/source'],
          outputs: [{ mimeTypes: ['image/png'], sizeBytesMax: 536_870_912, pixelsMax: 12_000_000, sideMax: 4_000 }],
          unitsMax: 12,
        },
        inputs: { 'files/0': source },
        price: { description: 'Redraw a picture', unit: 'megapixel', unitPriceMicros: '800', unitsMax: 12 },
      },
    ]);
    expect([providers, needsStore]).toEqual([[['tool-acme-redraw']], true]);
    for (const { parameters, inputs } of plan)
      expect([hasParametersOf('run-tool', parameters), hasInputsOf('run-tool', inputs)]).toEqual([true, true]);
  });

  it('names another entry for test projects, which never leads to the live runner', () => {
    const { plan, providers } = quoted(catalogWith([redraw], { isTest: true }), call);
    expect(plan[0]?.parameters).toMatchObject({ provider: 'simulated-tool-acme-redraw' });
    expect(providers).toEqual([['simulated-tool-acme-redraw']]);
  });

  it('is refused for the reasons of its schema and its file rules', () => {
    expect(catalog.prepare({ ...call, arguments: { source, strength: 9, more: 1 } })).toMatchObject({
      ok: false,
      fields: { '/strength': 'must be <= 3', '/more': 'is not a field of this tool' },
    });
    const prepared = catalog.prepare(call);
    const with_ = (file: ReturnType<typeof photo>) =>
      prepared.ok ? catalog.quote(prepared, new Map([['file_a', file]])) : prepared;
    expect(with_(recording('file_a'))).toMatchObject({ message: 'file_not_usable' });
    expect(with_(photo('file_a', { width: 8_000, height: 5_001 }))).toMatchObject({
      fields: { '/source/fileId': 'is 8000 × 5001 pixels; the limit is 40000000 pixels in total' },
    });
  });

  it('costs the share of the list price that the project pays', () => {
    const { maximumMicros, minimumMicros } = quoted(catalogWith([redraw], { basisPoints: 5_000 }), call);
    expect([maximumMicros, minimumMicros]).toEqual([12n * 400n, 500n]);
  });

  it('needs no file if the tool takes none', () => {
    const input = {
      type: 'object',
      additionalProperties: false,
      properties: { seconds: { type: 'integer', minimum: 1, maximum: 60, default: 5 } },
    };
    const price = {
      unit: 'second',
      unitPriceMicros: 10,
      minimumChargeMicros: 1,
      units: { ceil: { arg: '/seconds' } },
      onFailure: 'stated',
    };
    const { plan } = quoted(
      catalogWith([own({ input, example: {}, files: {}, output: {}, price, test: { simulate: {} } })]),
      { tool: 'acme-redraw', arguments: {} },
    );
    expect(plan[0]).toMatchObject({ inputs: {}, parameters: { files: [], outputs: [], unitsMax: 5 } });
  });
});

it('quotes the units of its rule, whatever the picture', () => {
  const read = readManifest(MANIFEST, { samples: SAMPLE_FILES });
  if (!read.ok) throw new Error('the manifest is right');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8_000 }), fc.integer({ min: 1, max: 5_000 }), (width, height) => {
      const { units, maximumMicros } = quoteCall(read.rule, {
        arguments: { source, strength: 2 },
        files: new Map([['/source', { pixels: width * height }]]),
      });
      const quote = quoted(catalog, call, { width, height });
      expect([BigInt(quote.plan[0]?.price.unitsMax ?? 0), quote.maximumMicros]).toEqual([units, maximumMicros]);
    }),
  );
});

describe('an own tool in a pipeline', () => {
  const steps = (...all: readonly object[]) => ({ tool: 'pipeline', arguments: { steps: all } });

  it('reads artifacts of earlier steps at their largest size, and is read by later ones', () => {
    const { plan, breakdown } = quoted(
      catalog,
      steps(
        { tool: 'image-convert', arguments: { source, model: 'png' } },
        { tool: 'acme-redraw', arguments: { source: { step: 0, artifact: 0 } } },
        { tool: 'image-analyze', arguments: { source: { step: 1, artifact: 0 } } },
      ),
    );
    expect(breakdown.map(({ quantity }) => quantity)).toEqual([12, 12, 12]);
    expect(plan[1]).toMatchObject({
      inputs: { 'files/0': { step: 0, artifact: 0 } },
      parameters: { arguments: { source: { step: 0, artifact: 0 } } },
      price: { sold: { tool: 'acme-redraw', model: null } },
    });
  });

  it('is priced by the limit of its rule if the size of an artifact is not known', () => {
    const { plan } = quoted(
      catalog,
      steps(
        { tool: 'image-stylize', arguments: { source, prompt: 'an oil painting' } },
        { tool: 'acme-redraw', arguments: { source: { step: 0, artifact: 0 } } },
      ),
    );
    expect(plan[1]?.price.unitsMax).toBe(40);
  });

  it('is in the published schema of the pipeline', () => {
    const { tools } = catalog.describe({ executionEnabled: true });
    expect(JSON.stringify(tools.find(({ name }) => name === 'pipeline')?.inputSchema)).toContain('acme-redraw');
  });

  it('is named there without its arguments if there are many, and its arguments are checked all the same', () => {
    const many = catalogWith(Array.from({ length: 51 }, (_, n) => own({ name: `acme-redraw-${n}` })));
    const published = many
      .describe({ executionEnabled: true })
      .tools.find(({ name }) => name === 'pipeline')?.inputSchema;
    const isPublished = new Ajv2020({ strict: false }).compile(published as object);
    const step = (args: object) => ({ steps: [{ tool: 'acme-redraw-50', arguments: args }] });
    const inputs = [step({ source }), step({ source, strength: 9 })];
    expect(inputs.map((input) => isPublished(input))).toEqual([true, true]);
    expect(inputs.map((input) => many.prepare({ tool: 'pipeline', arguments: input }).ok)).toEqual([true, false]);
  });
});

it('refuses a purchase above the largest amount of JSON', () => {
  const price = {
    unit: 'run',
    unitPriceMicros: 1_000_000_000,
    minimumChargeMicros: 1,
    units: { ceil: 9_000_000 },
    onFailure: 'none',
  };
  const dear = catalogWith([own({ price })]);
  const step = { tool: 'acme-redraw', arguments: { source } };
  const prepared = dear.prepare({ tool: 'pipeline', arguments: { steps: [step, step] } });
  const files = new Map([['file_a', photo('file_a')]]);
  expect(prepared.ok ? dear.quote(prepared, files) : prepared).toMatchObject({
    ok: false,
    fields: { '': 'may cost more than one execution can be charged' },
  });
});
