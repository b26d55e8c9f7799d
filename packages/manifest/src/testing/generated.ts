/** Manifests made of random valid parts, with the places of all bounds of their input schemas. */
import fc from 'fast-check';

type Json = Record<string, unknown>;

/** A property of an input schema, and a value that it accepts. */
interface Part {
  readonly schema: Json;
  readonly value: unknown;
  /** Pointers from the property to its bounds, each with its alternative. */
  readonly bounds: readonly string[];
  readonly price?: (pointer: string) => Json;
  readonly fileAt?: string;
}

const text = fc
  .record({ maxLength: fc.integer({ min: 3, max: 5_000 }), hasPattern: fc.boolean() })
  .map(({ maxLength, hasPattern }): Part => ({
    schema: { type: 'string', maxLength, ...(hasPattern ? { pattern: '^[a-z]*$' } : {}) },
    value: 'abc',
    bounds: ['/maxLength'],
    price: (chars) => ({ chars }),
  }));

const number = fc
  .record({
    type: fc.constantFrom('integer', 'number'),
    least: fc.integer({ min: 0, max: 50 }),
    reach: fc.integer({ min: 2, max: 1_000 }),
    isExclusive: fc.boolean(),
  })
  .map(({ type, least, reach, isExclusive }): Part => {
    const [lower, upper] = isExclusive ? ['exclusiveMinimum', 'exclusiveMaximum'] : ['minimum', 'maximum'];
    return {
      schema: { type, [lower]: least, [upper]: least + reach },
      value: least + 1,
      bounds: [`/${lower}`, `/${upper}`],
      price: (arg) => ({ arg }),
    };
  });

const choice = fc
  .uniqueArray(fc.constantFrom('red', 'green', 'blue', 'black'), { minLength: 1 })
  .map((words): Part => ({
    schema: { enum: words },
    value: words[0],
    bounds: [],
    price: (lookup) => ({ lookup, table: Object.fromEntries(words.map((word, index) => [word, index + 1])) }),
  }));

const flag = fc.constant<Part>({ schema: { type: 'boolean' }, value: true, bounds: [] });

const file = fc.constant<Part>({
  schema: { $ref: 'farebox:file' },
  value: { fileId: 'file_sample_photo' },
  bounds: [],
  price: (fact) => ({ fact, of: 'pixels' }),
  fileAt: '',
});

const scalar = fc.oneof(text, number, choice, flag, file);

const list = fc.tuple(scalar, fc.integer({ min: 1, max: 8 })).map(([item, maxItems]): Part => ({
  schema: { type: 'array', maxItems, items: item.schema },
  value: [item.value],
  bounds: ['/maxItems', ...item.bounds.map((bound) => `/items${bound}`)],
  price: (count) => ({ count }),
  ...(item.fileAt === undefined ? {} : { fileAt: `/*${item.fileAt}` }),
}));

const group = fc.tuple(fc.oneof(scalar, list), scalar).map(([one, other]): Part => ({
  schema: {
    type: 'object',
    additionalProperties: false,
    required: ['one'],
    properties: { one: one.schema, ...(other.fileAt === undefined ? { other: other.schema } : {}) },
  },
  value: { one: one.value },
  bounds: ['/additionalProperties', ...one.bounds.map((bound) => `/properties/one${bound}`)],
  ...(one.fileAt === undefined ? {} : { fileAt: `/one${one.fileAt}` }),
}));

const runner = fc.constantFrom<Json>(
  { kind: 'http', url: 'https://a.example', secret: 'acme-runner' },
  { kind: 'pull', idempotent: true },
  { kind: 'mcp', url: 'http://localhost:9000/mcp', tool: 'read' },
  { kind: 'openapi', url: 'https://a.example', method: 'POST', path: '/v1/runs', cost: { header: 'X-Cost' } },
);

export interface Generated {
  readonly document: Json;
  /** JSON Pointers of all bounds of the input schema. */
  readonly bounds: readonly string[];
}

export const anyManifest: fc.Arbitrary<Generated> = fc
  .record({
    parts: fc.array(fc.oneof(scalar, list, group), { minLength: 1, maxLength: 4 }),
    runner,
    category: fc.constantFrom('image', 'audio', 'video'),
    unit: fc.constantFrom('megapixel', 'run', '100 characters', 'second'),
    unitPriceMicros: fc.integer({ min: 0, max: 10_000 }),
    isReported: fc.boolean(),
    onFailure: fc.constantFrom('none', 'stated'),
    maxRuntimeSeconds: fc.integer({ min: 1, max: 3_600 }),
    hasTest: fc.boolean(),
  })
  .map(
    ({ parts, runner: kind, category, unit, unitPriceMicros, isReported, onFailure, maxRuntimeSeconds, hasTest }) => {
      const named = parts.map((part, index) => ({ ...part, name: `p${index}`, at: `/p${index}` }));
      const example = Object.fromEntries(named.map(({ name, value }) => [name, value]));
      const priced = named.flatMap(({ price, at }) => (price === undefined ? [] : [price(at)]));
      const expr = { add: [1, ...priced] };
      const rule = { mimeTypes: ['image/jpeg'], pixelsMax: 5_000_000 };
      const files = named.flatMap(({ fileAt, at }) => (fileAt === undefined ? [] : [[at + fileAt, rule] as const]));
      const document = {
        farebox: 1,
        name: 'acme-made-up',
        title: 'Made up',
        description: 'A tool of random parts.',
        category,
        input: {
          type: 'object',
          additionalProperties: false,
          required: named.map(({ name }) => name),
          properties: Object.fromEntries(named.map(({ name, schema }) => [name, schema])),
        },
        example,
        ...(files.length === 0 ? {} : { files: Object.fromEntries(files) }),
        price: {
          unit,
          unitPriceMicros,
          minimumChargeMicros: 1,
          units: isReported ? { reported: 'units', max: expr } : { ceil: expr },
          onFailure,
        },
        runner: {
          ...kind,
          maxRuntimeSeconds,
          concurrency: 2,
          ...(isReported && kind['kind'] === 'openapi' ? { units: '/usage/units' } : {}),
        },
        test: { simulate: { units: 1 }, ...(hasTest ? { cases: [{ arguments: example, expect: {} }] } : {}) },
      };
      const inside = named.flatMap(({ bounds, name }) => bounds.map((bound) => `/input/properties/${name}${bound}`));
      return { document, bounds: ['/input/additionalProperties', ...inside] };
    },
  );
