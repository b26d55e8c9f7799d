import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { photo } from '../../testing/samples.ts';
import { adjustedBounds } from './size.ts';

const catalog = createCatalog({ rehearsal: false });
const quote = (input: object, size: { width: number; height: number }) => {
  const prepared = catalog.prepare({ tool: 'image-adjust', arguments: { source: { fileId: 'file_a' }, ...input } });
  return prepared.ok ? catalog.quote(prepared, new Map([['file_a', photo('file_a', size)]])) : prepared;
};

describe('an impossible adjustment is refused by its quote, with the field:', () => {
  it.for([
    [
      'none',
      {},
      '',
      'needs trim or rotate or flip or flop or blur or sharpen or brightness or saturation or hue or grayscale',
    ],
    ['too soft a blur', { blur: 0.1 }, '/blur', 'must be >= 0.3'],
    ['too many turns', { rotate: 361 }, '/rotate', 'must be <= 360'],
    ['a part of a degree of hue', { hue: 1.5 }, '/hue', 'must be integer'],
    ['an unknown one', { flip: true, tint: 1 }, '/tint', 'is not a field of this tool'],
    ['a result that is too large', { rotate: 45 }, '/rotate', expect.stringContaining('12726 × 12726')],
  ] as const)('%s', ([, input, field, reason]) => {
    expect(quote(input, { width: 16_000, height: 2000 })).toEqual({
      ok: false,
      message: 'invalid_arguments',
      fields: { [field]: reason },
    });
  });
});

describe('bounds', () => {
  const source = { least: { width: 30, height: 20 }, most: { width: 300, height: 200 } };
  it.for([
    [{}, source],
    [{ rotate: 180 }, source],
    [{ rotate: -90 }, { least: { width: 20, height: 30 }, most: { width: 200, height: 300 } }],
    [{ trim: 5 }, { least: { width: 1, height: 1 }, most: source.most }],
    [{ rotate: 30 }, { least: { width: 34, height: 31 }, most: { width: 361, height: 325 } }],
  ] as const)('with %j are those of the result', ([input, bounds]) => {
    expect(adjustedBounds(source, input)).toEqual(bounds);
  });
});
