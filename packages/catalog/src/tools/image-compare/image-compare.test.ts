import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { anySize } from '../../testing/resizes.ts';
import { photo } from '../../testing/samples.ts';
import { type Size, pixelsOf, startedMegapixels } from '../../units.ts';

const catalog = createCatalog({ rehearsal: false });
const [source, other] = [{ fileId: 'file_a' }, { fileId: 'file_b' }];
const small = { width: 80, height: 60 };
const quote = (tool: string, input: Readonly<Record<string, unknown>>, [one, two]: readonly [Size, Size]) => {
  const prepared = catalog.prepare({ tool, arguments: input });
  if (!prepared.ok) return prepared;
  return catalog.quote(
    prepared,
    new Map([
      ['file_a', photo('file_a', one)],
      ['file_b', photo('file_b', two)],
    ]),
  );
};
const compared = (input: object, sizes: readonly [Size, Size] = [small, small]) =>
  quote('image-compare', { source, other, ...input }, sizes);

it('a comparison is priced by the larger of the two images', () => {
  fc.assert(
    fc.property(anySize, anySize, (one, two) => {
      const { plan } = compared({}, [one, two]) as Extract<ReturnType<typeof compared>, { ok: true }>;
      expect(plan[0]?.price.unitsMax).toBe(startedMegapixels(Math.max(pixelsOf(one), pixelsOf(two))));
    }),
  );
});

describe('a problem is reported for its field:', () => {
  it.for([
    ['no other image', { other: undefined }, 'invalid_arguments', '/other'],
    ['a tolerance above 255', { tolerance: 256 }, 'invalid_arguments', '/tolerance'],
    ['an unknown other image', { other: { fileId: 'file_c' } }, 'file_not_usable', '/other/fileId'],
  ] as const)('%s', ([, input, message, field]) => {
    expect(compared(input)).toMatchObject({ ok: false, message, fields: { [field]: expect.any(String) } });
  });

  it('another image that is too large', () => {
    expect(compared({}, [small, { width: 8000, height: 6000 }])).toMatchObject({
      message: 'file_not_usable',
      fields: { '/other/fileId': expect.stringContaining('8000 × 6000') },
    });
  });
});

describe('in a pipeline', () => {
  const steps = (diff: boolean, last: object) => [
    { tool: 'image-convert', arguments: { source, model: 'avif' } },
    { tool: 'image-compare', arguments: { source, other: { step: 0, artifact: 0 }, diff } },
    { tool: 'image-analyze', arguments: { source: last } },
  ];
  const chained = (diff: boolean, last: object = { step: 1, artifact: 0 }) =>
    quote('pipeline', { steps: steps(diff, last) }, [small, small]);

  it('a file is compared with the result of a step, and the picture of the differences is an artifact', () => {
    expect(chained(true)).toMatchObject({
      ok: true,
      plan: [{}, { inputs: { source, other: { step: 0, artifact: 0 } } }, {}],
    });
  });

  it('there is no artifact if no picture is requested', () => {
    expect(chained(false, source)).toMatchObject({ ok: true });
    expect(chained(false)).toMatchObject({
      fields: { '/steps/2/arguments/source': 'step 1 (image-compare) makes no artifact' },
    });
  });

  it('the other image cannot be of a later step', () => {
    const input = { source, other: { step: 1, artifact: 0 } };
    expect(quote('pipeline', { steps: [{ tool: 'image-compare', arguments: input }] }, [small, small])).toMatchObject({
      fields: { '/steps/0/arguments/other/step': 'has no earlier step to refer to' },
    });
  });
});
