import { describe, expect, it } from 'vitest';
import { createCatalog } from '../catalog.ts';
import { catalogWith, own } from '../testing/own-tools.ts';

const catalog = createCatalog({ rehearsal: true });
const source = { fileId: 'file_a' };
const check = (tool: string, input: Record<string, unknown>) => {
  const prepared = catalog.prepare({ tool, arguments: input });
  return prepared.ok ? prepared.arguments : prepared.fields;
};

describe('defaults', () => {
  it('are filled into a copy of the input', () => {
    const input = { source, width: 100 };
    expect(check('image-resize', input)).toEqual({
      source,
      width: 100,
      fit: 'inside',
      allowEnlargement: false,
      format: 'source',
    });
    expect(input).toEqual({ source, width: 100 });
  });

  it('never replace a value that the client sent', () => {
    const input = { source, width: 100, fit: 'cover', allowEnlargement: true, format: 'png' };
    expect(check('image-resize', input)).toEqual(input);
  });
});

describe('a problem is reported by its JSON Pointer and its reason', () => {
  it('names 50 of the possible values, and how many there are', () => {
    const names = Array.from({ length: 20 }, (_, n) => `acme-${String(n).padStart(2, '0')}`);
    const { prepare } = catalogWith(names.map((name) => own({ name })));
    const steps = [{ tool: 'acme-99', arguments: { source } }];
    const prepared = prepare({ tool: 'pipeline', arguments: { steps } });
    const reason = prepared.ok ? '' : prepared.fields?.['/steps/0/tool'];
    expect(reason).toMatch(/^must be one of audio-analyze, .+ and \d+ more, which the input schema lists$/);
    expect(reason?.split(' and ')[0]?.split(', ')).toHaveLength(50);
  });

  it.for([
    ['a missing field', 'image-convert', { source }, { '/model': 'is required' }],
    ['a missing member', 'image-analyze', { source: {} }, { '/source/fileId': 'is required' }],
    ['an unknown field', 'image-analyze', { source, foo: 1 }, { '/foo': 'is not a field of this tool' }],
    [
      'an unknown member',
      'image-analyze',
      { source: { ...source, url: 'x' } },
      { '/source/url': 'is not a field of this tool' },
    ],
    ['a wrong type', 'image-analyze', { source: 'file_a' }, { '/source': 'must be object' }],
    ['a number that is not whole', 'image-resize', { source, width: 1.5 }, { '/width': 'must be integer' }],
    ['a number in text', 'image-resize', { source, width: '10' }, { '/width': 'must be integer' }],
    ['a number out of range', 'image-resize', { source, width: 8193 }, { '/width': 'must be <= 8192' }],
    [
      'a value that is none of the choices',
      'image-convert',
      { source, model: 'gif' },
      { '/model': 'must be one of jpeg, png, webp, avif' },
    ],
    [
      'an option of another model',
      'image-convert',
      { source, model: 'png', quality: 5 },
      { '/quality': 'does not apply here' },
    ],
    ['none of the alternatives', 'image-resize', { source }, { '': 'needs width or height' }],
    ['no target', 'image-optimize', { source, model: 'png' }, { '': 'needs maxBytes or similarity' }],
    [
      'targets out of range',
      'image-optimize',
      { source, model: 'png', maxBytes: 99, similarity: 1.01 },
      { '/maxBytes': 'must be >= 100', '/similarity': 'must be <= 1' },
    ],
  ] as const)('%s', ([, tool, input, fields]) => {
    expect(check(tool, input)).toEqual(fields);
  });

  it('all problems are reported at once', () => {
    expect(check('image-resize', { width: 0, fit: 'x', extra: true })).toEqual({
      '/source': 'is required',
      '/extra': 'is not a field of this tool',
      '/width': 'must be >= 1',
      '/fit': 'must be one of inside, outside, cover, contain, fill',
    });
  });

  it('at most 20 problems are reported', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, 1]));
    expect(Object.keys(check('image-analyze', { source, ...many }) ?? {})).toHaveLength(20);
  });
});

describe('hostile input', () => {
  it('cannot hide a member named __proto__', () => {
    const input = JSON.parse('{"source":{"fileId":"file_a"},"__proto__":{"colors":3}}') as Record<string, unknown>;
    expect(check('image-analyze', input)).toEqual({ '/__proto__': 'is not a field of this tool' });
  });

  it('cannot select a tool by a name that objects inherit', () => {
    expect(catalog.prepare({ tool: 'constructor', arguments: {} })).toEqual({ ok: false, message: 'tool_not_found' });
  });

  it('with too many values is refused before validation', () => {
    const many = Array.from({ length: 5000 }, () => 0);
    expect(check('image-analyze', { source, many })).toEqual({ '': 'is larger than any input of this tool' });
  });

  it('may be as deep as the body parser allows: validation has no depth limit of its own', () => {
    const deep = JSON.parse('['.repeat(100) + ']'.repeat(100)) as unknown;
    expect(check('image-analyze', { source, deep })).toEqual({ '/deep': 'is not a field of this tool' });
  });
});
