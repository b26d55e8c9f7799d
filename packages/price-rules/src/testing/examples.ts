/** One manifest for tests of single rules. */
import { type PriceRule, readPrice, type ReadPrice } from '../read.ts';
import type { Expr, Price } from '../rule.ts';
import type { Input } from '../schema/limits-of-calls.ts';

export const INPUT: Input = {
  inputSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['source', 'n', 'text', 'tracks', 'size', 'angle'],
    properties: {
      source: { $ref: 'farebox:file' },
      n: { type: 'number', minimum: 0, maximum: 10 },
      many: { type: 'integer', exclusiveMinimum: 1, exclusiveMaximum: 9 },
      unbounded: { type: 'number', minimum: 0 },
      unfounded: { type: 'number', maximum: 3 },
      negative: { type: 'integer', minimum: -1, maximum: 3 },
      text: { type: 'string', minLength: 1, maxLength: 50 },
      novel: { type: 'string' },
      voice: { enum: ['alto', 'tenor'] },
      size: { enum: ['small', 'large'], default: 'small' },
      scale: { enum: [2, 4], default: 2 },
      loud: { type: 'boolean', default: false },
      angle: { type: 'number' },
      tracks: {
        type: 'array',
        minItems: 1,
        maxItems: 4,
        items: {
          type: 'object',
          required: ['source'],
          properties: {
            source: { $ref: 'farebox:file' },
            offset: { type: 'number', minimum: 0, maximum: 60, default: 0 },
          },
        },
      },
      endless: { type: 'array', items: { type: 'number', minimum: 0, maximum: 1 } },
      pair: {
        type: 'array',
        minItems: 2,
        maxItems: 2,
        prefixItems: [{ type: 'number', minimum: 0, maximum: 1_000_000 }],
        items: { type: 'number', minimum: 0, maximum: 1 },
      },
      'a/b~c': { type: 'integer', minimum: 3, maximum: 3, default: 3 },
      loose: { properties: { n: { type: 'number', minimum: 0, maximum: 1 } } },
      huge: { type: 'number', minimum: 0, maximum: 1e300 },
    },
  },
  files: {
    '/source': { pixelsMax: 40_000_000, secondsMax: 600 },
    '/tracks/*/source': { secondsMax: 600 },
  },
};

export const priceOf = (units: unknown): Price =>
  ({ unit: 'thing', unitPriceMicros: 7, minimumChargeMicros: 20, units, onFailure: 'none' }) as Price;

export const readUnits = (units: unknown, input: Input = INPUT): ReadPrice => readPrice(priceOf(units), input);

export function ruleOf(expr: Expr): PriceRule {
  const read = readUnits({ ceil: expr });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.rule;
}
