/** What the catalog says of inputs, over every tool: strict for a validator, and enough for a form generator to draw a form. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createCatalog } from './catalog.ts';

type Schema = Readonly<Record<string, unknown>>;
type Place = readonly [at: string, value: unknown];

const { tools } = createCatalog({ rehearsal: true }).describe({ executionEnabled: true });

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Every schema inside one, by its place. A boolean one stands for nothing that is shown. */
function partsOf(schema: Schema, at = ''): (readonly [string, Schema])[] {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const inside: readonly Place[] = [
    ...Object.entries(properties).map(([name, each]): Place => [`/properties/${name}`, each]),
    ...['items', 'if', 'then', 'else', 'not'].map((word): Place => [`/${word}`, schema[word]]),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((word) =>
      listOf(schema[word]).map((each, n): Place => [`/${word}/${n}`, each]),
    ),
  ];
  return [[at, schema], ...inside.flatMap(([place, each]) => (isSchema(each) ? partsOf(each, at + place) : []))];
}

const isShown = (place: string): boolean => /\/(properties\/[^/]+|anyOf\/\d+|oneOf\/\d+)$/.test(place);

describe.for(tools)('the input schema of $name', ({ inputSchema, example }) => {
  const parts = partsOf(inputSchema);

  it('compiles in the strict mode of Ajv, as it is, and accepts the example', () => {
    const validate = new Ajv2020({ strict: true }).compile(inputSchema);
    expect(validate(example) || validate.errors).toBe(true);
  });

  it('has a title for each property and each alternative, and no two alternatives of one name', () => {
    expect(parts.filter(([at, { title }]) => isShown(at) && typeof title !== 'string').map(([at]) => at)).toEqual([]);
    for (const [, part] of parts) {
      const titles = [...listOf(part['anyOf']), ...listOf(part['oneOf'])].map(
        (each) => isSchema(each) && each['title'],
      );
      expect(new Set(titles).size).toBe(titles.length);
    }
  });

  it('says in each alternative of its own what the fields are that it requires', () => {
    for (const [at, { required, properties }] of parts) {
      const known = isSchema(properties) ? Object.keys(properties) : [];
      expect(known, at).toEqual(expect.arrayContaining([...listOf(required)]));
    }
  });

  it('has defaults that are valid where they stand', () => {
    for (const [at, part] of parts.filter(([, { default: value }]) => value !== undefined)) {
      expect(new Ajv2020({ strict: true }).compile(part)(part['default']), at).toBe(true);
    }
  });
});
