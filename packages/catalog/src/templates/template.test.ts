/**
 * Every saved template can be quoted: it is tried before it is saved. Each input that its schema accepts is quoted, or
 * refused exactly as the tool itself refuses it.
 */
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { TemplateParameter } from '@farebox/contract';
import { createCatalog } from '../catalog.ts';
import { PIPELINE } from '../pipeline/description.ts';
import { templateProblems } from './check.ts';
import { inputSchemaOf, templateTool } from './describe.ts';
import { expand, type TemplateContent } from './expand.ts';

const catalog = createCatalog({ rehearsal: true });
const $ = (name: string) => ({ $parameter: name });
const WIDTH: TemplateParameter = { type: 'integer', minimum: 16, maximum: 2048, default: 800 };
const PHOTO: TemplateParameter = { type: 'file' };

const template = (parameters: TemplateContent['parameters'], ...steps: TemplateContent['steps']): TemplateContent => ({
  parameters,
  steps,
});
const resize = (more: object = {}) => ({
  tool: 'image-resize',
  arguments: { source: $('photo'), width: $('width'), ...more },
});
const thumbs = template({ photo: PHOTO, width: WIDTH }, resize(), {
  tool: 'image-convert',
  arguments: { source: { step: 0, artifact: 0 }, model: 'webp' },
});
const source = { fileId: 'file_a' };

describe('a template that cannot be quoted is refused with the JSON Pointer of the problem', () => {
  test.for<[string, TemplateContent, Record<string, string>]>([
    ['nothing is wrong', thumbs, {}],
    [
      'a bound that a step does not take',
      template({ photo: PHOTO, width: { ...WIDTH, maximum: 9000 } }, resize()),
      { '/steps/0/arguments/width': 'must be <= 8192; width may be 9000' },
    ],
    [
      'a parameter of another type',
      template({ photo: PHOTO, width: { type: 'string', enum: ['wide'] } }, resize()),
      { '/steps/0/arguments/width': 'must be integer' },
    ],
    [
      'a choice that a step does not take',
      template(
        { photo: PHOTO, width: WIDTH, format: { type: 'string', enum: ['png', 'gif'] } },
        resize({ format: $('format') }),
      ),
      { '/steps/0/arguments/format': 'must be one of source, jpeg, png, webp, avif; format may be "gif"' },
    ],
    [
      'an unknown tool',
      template({}, { tool: 'image-nothing', arguments: {} }),
      { '/steps/0/tool': expect.stringContaining('must be one of') as string },
    ],
    ['an undefined parameter', template({ photo: PHOTO }, resize()), { '/steps': 'use an undefined parameter: width' }],
    [
      'an unused parameter',
      template({ photo: PHOTO, width: WIDTH, other: { type: 'boolean' } }, resize()),
      { '/parameters/other': 'is not used by any step' },
    ],
    [
      'a mark with another member',
      template({ photo: PHOTO, width: WIDTH }, resize(), {
        tool: 'image-analyze',
        arguments: { source: { $parameter: 'photo', step: 0 } },
      }),
      { '/steps/1/arguments/source': 'must be {"$parameter": "name"} and nothing else' },
    ],
    [
      'a reference to a later step',
      template({}, { tool: 'image-analyze', arguments: { source: { step: 0, artifact: 0 } } }),
      { '/steps/0/arguments/source/step': 'has no earlier step to refer to' },
    ],
    [
      'a number without bounds',
      template({ width: { type: 'integer', minimum: 1 } }),
      { '/parameters/width/maximum': 'is required' },
    ],
    [
      'a default outside of its bounds',
      template({ width: { ...WIDTH, default: 1 } }),
      { '/parameters/width/default': 'must be >= 16' },
    ],
    [
      'a text without bounds',
      template({ t: { type: 'string' } }),
      { '/parameters/t/maxLength': 'is required unless enum lists the choices' },
    ],
    [
      'a text without an example',
      template({ t: { type: 'string', maxLength: 9 } }),
      { '/parameters/t/example': 'is required for a text without choices and without a default' },
    ],
    [
      'a keyword of another type',
      template({ b: { type: 'boolean', minimum: 1 } }),
      { '/parameters/b/minimum': 'does not apply here' },
    ],
    [
      'an invalid name',
      template({ 'no-name': PHOTO }),
      { '/parameters/no-name': 'must consist of letters and digits, and begin with a lowercase letter' },
    ],
    ['a list without items', template({ l: { type: 'array', maxItems: 2 } }), { '/parameters/l/items': 'is required' }],
  ])('%s', ([, content, problems]) => {
    expect(templateProblems(catalog, content) ?? {}).toEqual(problems);
  });

  test('the number of trials is bounded, whatever the number of choices', () => {
    const choices: TemplateParameter = { type: 'string', enum: Array.from({ length: 64 }, (_, n) => `text ${n}`) };
    const parameters = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [name, choices]));
    const steps = Object.keys(parameters).map((name) => ({
      tool: 'image-watermark',
      arguments: { source, text: $(name), position: 'center' },
    }));
    expect(Object.keys(templateProblems(catalog, template(parameters, ...steps)) ?? {})).toEqual(['/parameters']);
  });
});

describe('problems of the steps are reported for the arguments', () => {
  test('under the name of the parameter at that position', () => {
    const expanded = expand(thumbs, { photo: source });
    if (!expanded.ok) throw new Error('it is expanded');
    expect(expanded.arguments).toEqual({ photo: source, width: 800 });
    expect(
      expanded.told({ '/steps/0/arguments/source/fileId': 'is gone', '/steps/1/arguments/model': 'is no more' }),
    ).toEqual({ '/photo/fileId': 'is gone', '': '/steps/1/arguments/model of the template: is no more' });
  });

  test.for<[object, Record<string, string>]>([
    [{}, { '/photo': 'is required' }],
    [{ photo: source, width: 15 }, { '/width': 'must be >= 16' }],
    [{ photo: source, width: 2049 }, { '/width': 'must be <= 2048' }],
    [{ photo: source, width: 20.5 }, { '/width': 'must be integer' }],
    [{ photo: source, width: '20' }, { '/width': 'must be integer' }],
    [{ photo: source, height: 20 }, { '/height': 'is not a field of this tool' }],
    [{ photo: 'file_a' }, { '/photo': 'must be object' }],
    [{ photo: {} }, { '/photo/fileId': 'is required' }],
    [{ photo: { ...source, url: 1 } }, { '/photo/url': 'is not a field of this tool' }],
    [
      JSON.parse('{"__proto__": {"width": 3}, "photo": {"fileId": "file_a"}}') as object,
      { '/__proto__': 'is not a field of this tool' },
    ],
  ])('%j', ([input, fields]) => {
    expect(expand(thumbs, input as Record<string, unknown>)).toEqual({
      ok: false,
      message: 'invalid_arguments',
      fields,
    });
  });
});

test('the catalog lists a template as a tool with a valid example and the minimum charge of its steps', () => {
  const tool = templateTool(catalog, 'thumbs', thumbs);
  const parts = ['image-resize', 'image-convert'].map((name) =>
    catalog.describe({ executionEnabled: true }).tools.find((each) => each.name === name),
  );
  expect(tool).toMatchObject({
    name: '@thumbs',
    category: 'pipeline',
    available: true,
    models: [],
    typicalSeconds: null,
  });
  expect(tool.maxRuntimeSeconds).toBe(parts.reduce((sum, part) => sum + (part?.maxRuntimeSeconds ?? 0), 0));
  expect(new Ajv2020({ strict: true }).validate(tool.inputSchema, tool.example)).toBe(true);
  expect(templateTool(catalog, 'old', template({}, { tool: 'gone', arguments: {} }))).toMatchObject({
    available: false,
  });
});

/** Parameters of a resize with arbitrary valid bounds, and inputs inside and outside of them. */
const arbitrary = fc
  .record({
    low: fc.integer({ min: 1, max: 8192 }),
    span: fc.integer({ min: 0, max: 8192 }),
    formats: fc.uniqueArray(fc.constantFrom('source', 'jpeg', 'png', 'webp', 'avif'), { minLength: 1 }),
  })
  .map(({ low, span, formats }): TemplateContent =>
    template(
      {
        photo: PHOTO,
        width: { type: 'integer', minimum: low, maximum: Math.min(8192, low + span) },
        format: { type: 'string', enum: formats },
        quality: { type: 'integer', minimum: 1, maximum: 100, default: 80 },
        enlarge: { type: 'boolean', default: false },
      },
      resize({ format: $('format'), allowEnlargement: $('enlarge') }),
      {
        tool: 'image-convert',
        arguments: { source: { step: 0, artifact: 0 }, model: 'webp', quality: $('quality') },
      },
    ),
  );
const inputs = fc.record({
  photo: fc.constantFrom(source, { fileId: '' }, 'file_a'),
  width: fc.integer({ min: 0, max: 9000 }),
  format: fc.constantFrom('source', 'png', 'gif'),
  quality: fc.integer({ min: 0, max: 101 }),
  enlarge: fc.constantFrom(true, false, 1),
});

test('a saved template accepts exactly what its schema allows, and every accepted input is a valid pipeline', () => {
  const ajv = new Ajv2020({ strict: true });
  fc.assert(
    fc.property(arbitrary, inputs, (content, input) => {
      expect(templateProblems(catalog, content)).toBe(null);
      const expanded = expand(content, input);
      expect(expanded.ok).toBe(ajv.validate(inputSchemaOf(content), input));
      if (!expanded.ok) return;
      const prepared = catalog.prepare({ tool: PIPELINE, arguments: { steps: expanded.steps } });
      expect(prepared.ok).toBe(true);
    }),
    { numRuns: 100 },
  );
});
