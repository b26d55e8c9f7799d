/** Every input schema is strict enough for a validator and complete enough for a form generator. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createCatalog } from './catalog.ts';

type Schema = Readonly<Record<string, unknown>>;
type Member = readonly [at: string, value: unknown];

const { tools } = createCatalog({ rehearsal: true }).describe({ executionEnabled: true });

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** All subschemas with their JSON Pointers. A boolean schema shows nothing and is skipped. */
function partsOf(schema: Schema, at = ''): (readonly [string, Schema])[] {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const inside: readonly Member[] = [
    ...Object.entries(properties).map(([name, each]): Member => [`/properties/${name}`, each]),
    ...['items', 'if', 'then', 'else', 'not'].map((word): Member => [`/${word}`, schema[word]]),
    ...['anyOf', 'oneOf', 'allOf'].flatMap((word) =>
      listOf(schema[word]).map((each, n): Member => [`/${word}/${n}`, each]),
    ),
  ];
  return [[at, schema], ...inside.flatMap(([pointer, each]) => (isSchema(each) ? partsOf(each, at + pointer) : []))];
}

/** Measures that the description of a number may use. A tool with another measure adds its word. */
const MEASURES =
  /\b(pixels?|seconds?|milliseconds?|hz|hertz|kilohertz|kilobits?|kbit|decibels?|db|dbfs|dbtp|lufs|lu|degrees|bytes|kib|mib|frames?|characters|beats|factor|times|share|percent|sigma|quality|similarity|ssim|how many|number of|0 to \d+|0 and 1|cells|columns|rows|index|which of)\b|%/i;

const isNumber = ({ type }: Schema): boolean => type === 'number' || type === 'integer';
const hasAny = (part: Schema, ...words: readonly string[]): boolean => words.some((word) => part[word] !== undefined);
const textOf = ({ title, description }: Schema): string =>
  [title, description].filter((each) => typeof each === 'string').join(' ');

/**
 * A part that only distinguishes cases, such as the `required` of an alternative, repeats a property that is described
 * elsewhere.
 */
const isCondition = (at: string): boolean => /\/(if|not)(\/|$)/.test(at);

/** Properties that a form shows. If several alternatives name a property, the described one counts. */
function askedOf(parts: readonly (readonly [string, Schema])[]): readonly (readonly [string, Schema])[] {
  const described = new Set(parts.flatMap(([at, part]) => (hasAny(part, 'description') ? [nameOf(at)] : [])));
  return parts.filter(
    ([at, part]) =>
      /\/properties\/[^/]+$/.test(at) &&
      !isCondition(at) &&
      (hasAny(part, 'description') || !described.has(nameOf(at))),
  );
}

const nameOf = (at: string): string => at.slice(at.lastIndexOf('/') + 1);

const isShown = (pointer: string): boolean => /\/(properties\/[^/]+|anyOf\/\d+|oneOf\/\d+)$/.test(pointer);

describe.for(tools)(
  'the catalog entry of $name',
  ({ title, description, category, models, price, maxRuntimeSeconds }) => {
    it('has complete sentences for the tool, its models and its price', () => {
      const said = [
        description,
        price.description,
        ...models.flatMap((each) => [each.description, each.price.description]),
      ];
      expect(said.filter((each) => !/^\S[^]*[.)]$/.test(each.trim()))).toEqual([]);
      expect(title).toMatch(/^[A-Z]\S*( \S+)*$/);
    });

    it('bounds its run time, and prices each unit and the minimum charge', () => {
      expect(maxRuntimeSeconds).toBeLessThanOrEqual(3600);
      // Chaining costs nothing.
      const least = category === 'pipeline' ? 0 : 1;
      for (const { unitPriceMicros, minimumChargeMicros } of [price, ...models.map((each) => each.price)]) {
        expect(unitPriceMicros).toBeGreaterThanOrEqual(least);
        expect(minimumChargeMicros).toBeGreaterThan(0);
      }
    });
  },
);

describe.for(tools)('the input schema of $name', ({ inputSchema, example }) => {
  const parts = partsOf(inputSchema);

  it('compiles in the strict mode of Ajv and accepts the example', () => {
    const validate = new Ajv2020({ strict: true }).compile(inputSchema);
    expect(validate(example) || validate.errors).toBe(true);
  });

  it('has a title for each property and each alternative, and no two alternatives with one title', () => {
    expect(parts.filter(([at, { title }]) => isShown(at) && typeof title !== 'string').map(([at]) => at)).toEqual([]);
    for (const [, part] of parts) {
      const titles = [...listOf(part['anyOf']), ...listOf(part['oneOf'])].map(
        (each) => isSchema(each) && each['title'],
      );
      expect(new Set(titles).size).toBe(titles.length);
    }
  });

  it('defines in each alternative the fields that the alternative requires', () => {
    for (const [at, { required, properties }] of parts) {
      const known = isSchema(properties) ? Object.keys(properties) : [];
      expect(known, at).toEqual(expect.arrayContaining([...listOf(required)]));
    }
  });

  it('describes each property, unless it is a constant', () => {
    const silent = askedOf(parts).filter(([, part]) => !hasAny(part, 'description', 'const'));
    expect(silent.map(([at]) => at)).toEqual([]);
  });

  it('bounds each number on both sides, each text and each list', () => {
    const open = parts.filter(([at, part]) => {
      if (isCondition(at) || hasAny(part, 'enum', 'const')) return false;
      if (isNumber(part)) return !(hasAny(part, 'minimum', 'exclusiveMinimum') && hasAny(part, 'maximum'));
      if (part['type'] === 'string') return !hasAny(part, 'maxLength') && !/^\^[^*+]*\$$/.test(String(part['pattern']));
      return part['type'] === 'array' && !hasAny(part, 'maxItems');
    });
    expect(open.map(([at]) => at)).toEqual([]);
  });

  it('states the unit of each number, in a word of MEASURES', () => {
    const bare = askedOf(parts).filter(([, part]) => isNumber(part) && !MEASURES.test(textOf(part)));
    expect(bare.map(([at, part]) => `${at}: ${textOf(part)}`)).toEqual([]);
  });

  it('has defaults that satisfy their own schemas', () => {
    for (const [at, part] of parts.filter(([, { default: value }]) => value !== undefined)) {
      expect(new Ajv2020({ strict: true }).compile(part)(part['default']), at).toBe(true);
    }
  });
});
