import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCatalog } from '../../catalog.ts';
import { anySize } from '../../testing/resizes.ts';
import { photo, recording } from '../../testing/samples.ts';
import { pixelsOf, startedMegapixels } from '../../units.ts';

const catalog = createCatalog({ rehearsal: false });
const [source, image] = [{ fileId: 'file_a' }, { fileId: 'file_b' }];
const files = new Map([photo('file_a'), photo('file_b'), recording('file_sound')].map((file) => [file.id, file]));
const quote = (tool: string, input: Readonly<Record<string, unknown>>, facts = files) => {
  const prepared = catalog.prepare({ tool, arguments: input });
  return prepared.ok ? catalog.quote(prepared, facts) : prepared;
};

describe('an impossible watermark is refused by its quote, with the field:', () => {
  it.for([
    ['no mark', {}, { '': 'needs image or text' }],
    ['two marks', { image, text: 'a' }, { '/text': 'does not apply here' }],
    ['a colour of an image', { image, color: '#ffffff' }, { '/color': 'does not apply here' }],
    ['no text', { text: '' }, { '/text': 'must NOT have fewer than 1 characters' }],
    [
      'a text of another script',
      { text: '日本 a' },
      { '/text': 'has characters that the font does not draw: U+65E5, U+672C' },
    ],
    ['many others', { text: '一丁丂七丄丅' }, { '/text': expect.stringMatching(/U\+4E00, .*U\+4E04 and others$/) }],
    ['a control character', { text: 'a\u0007' }, { '/text': expect.stringContaining('U+0007') }],
    ['half a character', { text: 'a\ud83d' }, { '/text': expect.stringContaining('U+D83D') }],
    ['an override of direction', { text: 'a\u202eb' }, { '/text': expect.stringContaining('U+202E') }],
    ['nothing but space', { text: ' \n\u00a0' }, { '/text': 'has no visible character' }],
    ['no opacity', { text: 'a', opacity: 0 }, { '/opacity': 'must be >= 0.01' }],
  ] as const)('%s', ([, input, fields]) => {
    expect(quote('image-watermark', { source, ...input })).toEqual({ ok: false, message: 'invalid_arguments', fields });
  });

  it('a mark that is not an image', () => {
    expect(quote('image-watermark', { source, image: { fileId: 'file_sound' } })).toMatchObject({
      message: 'file_not_usable',
      fields: { '/image/fileId': expect.stringContaining('audio/mpeg') },
    });
  });
});

it('markup in a text is not interpreted: the plan has the text unchanged', () => {
  const text = '<b>&amp; {{x}} %s</b>';
  expect(quote('image-watermark', { source, text })).toMatchObject({ ok: true, plan: [{ parameters: { text } }] });
});

it('a watermark is priced by the larger of both images, whatever the other options are', () => {
  fc.assert(
    fc.property(anySize, anySize, fc.boolean(), (one, other, tile) => {
      const facts = new Map([photo('file_a', one), photo('file_b', other)].map((file) => [file.id, file]));
      const found = quote('image-watermark', { source, image, tile }, facts);
      const unitsMax = startedMegapixels(Math.max(pixelsOf(one), pixelsOf(other)));
      expect(found).toMatchObject({ ok: true, plan: [{ price: { unitsMax } }] });
      const bare = quote('image-watermark', { source, text: 'a', tile }, facts);
      expect(bare).toMatchObject({ ok: true, plan: [{ price: { unitsMax: startedMegapixels(pixelsOf(one)) } }] });
    }),
  );
});

it('a watermark in a pipeline takes artifacts of earlier steps as source and as mark', () => {
  const steps = [
    { tool: 'image-resize', arguments: { source, width: 900 } },
    { tool: 'image-resize', arguments: { source: image, width: 2000 } },
    { tool: 'image-watermark', arguments: { source: { step: 0, artifact: 0 }, image: { step: 1, artifact: 0 } } },
    { tool: 'image-analyze', arguments: { source: { step: 2, artifact: 0 } } },
  ];
  const found = quote('pipeline', { steps });
  expect(found).toMatchObject({ ok: true });
  const [, , marked, analyzed] = found.ok ? found.plan : [];
  expect(marked).toMatchObject({
    inputs: { source: { step: 0, artifact: 0 }, overlay: { step: 1, artifact: 0 } },
    price: { unitsMax: 3 },
  });
  expect(analyzed?.price.unitsMax).toBe(1);
});
