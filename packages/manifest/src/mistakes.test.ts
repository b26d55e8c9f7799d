/** Each mistake of an author is told by its JSON Pointer, with what to write instead. */
import { describe, expect, test } from 'vitest';
import { problemsOf, readTextDocument, withValue } from './testing/read-text.ts';

type Mistake = readonly [pointer: string, value: unknown, problem: string, at?: string];

const told = ([pointer, value, problem, at = pointer]: Mistake): void => {
  const problems = problemsOf(withValue(readTextDocument(), pointer, value));
  expect(problems).toHaveProperty([at], expect.stringContaining(problem));
};

const property = (schema: object): object => ({
  type: 'object',
  additionalProperties: false,
  required: ['source'],
  properties: { source: { $ref: 'farebox:file' }, extra: schema },
});
const EXTRA = '/input/properties/extra';

describe('a member of the manifest', () => {
  test.for<Mistake>([
    ['', [], 'must be an object'],
    ['/farebox', 2, 'must be 1'],
    ['/name', undefined, 'is missing'],
    ['/color', 'red', 'is not a member'],
    ['/title', '', '1 to 100 characters'],
    ['/title', 'a\nb', 'without control characters'],
    ['/description', 'x'.repeat(2001), '1 to 2000 characters'],
    ['/category', 'pipeline', 'must be one of "image", "audio", "video"'],
    ['/category', 'development', 'must be one of'],
    ['/example', [], 'must be an object'],
  ])('%s = %j', told);
});

describe('a name', () => {
  test.for<Mistake>([
    ['/name', 7, 'must be a text'],
    ['/name', '@acme-read', 'names of templates'],
    ['/name', 'Acme-read', 'the character "A"'],
    ['/name', '\u0430cme-read', 'the character U+0430'],
    ['/name', 'acme_read', 'the character "_"'],
    ['/name', 'acme-read\u200b', 'the character U+200B'],
    ['/name', '1acme-read', 'begin with a letter'],
    ['/name', `a-${'b'.repeat(63)}`, '3 to 64 characters'],
    ['/name', 'acme--read', 'one "-" between two words'],
    ['/name', 'acme-', 'none at the end'],
    ['/name', 'acme', 'a word for your team'],
    ['/name', 'farebox-read', 'reserved for Farebox'],
    ['/name', 'pipeline', 'reserved for Farebox'],
    ['/name', 'image-read', 'reserved for Farebox'],
    ['/name', 'event-urls', 'a path of the API'],
  ])('no such name: %s = %j', told);
});

describe('an input schema', () => {
  test.for<Mistake>([
    ['/input', { type: 'string', maxLength: 3 }, 'must be a schema of an object'],
    ['/input/additionalProperties', undefined, 'must be false'],
    ['/input/additionalProperties', true, 'must be false'],
    ['/input/properties', undefined, 'is missing', '/input/properties'],
    ['/input/required', ['sauce'], 'is no member of "properties"', '/input/required/0'],
    ['/input/required', ['source', 'source'], 'is listed twice', '/input/required/1'],
    ['/input/required', 'source', 'must be a list of names'],
    ['/input/oneOf', [], 'is not a member here'],
    ['/input/default', {}, 'is not a member here'],
    ['/input/properties/languages/maxItems', undefined, 'write the most elements'],
    ['/input/properties/languages/items', undefined, 'write the schema of each element'],
    ['/input/properties/languages/maxItems', 1001, 'from 0 to 1000'],
    ['/input/properties/languages/default', ['es'], 'is refused by its own schema'],
    ['/input/properties/languages/items/enum', [], 'a list of 1 to 256 values'],
    ['/input/properties/languages/items/enum', ['en', 'en'], 'has a value twice'],
    ['/input/properties/languages/items/enum', ['en', 1], 'of several types'],
    [
      '/input/properties/languages/items/enum',
      ['en', null],
      'a text, a number',
      '/input/properties/languages/items/enum/1',
    ],
    ['/input/properties/languages/items/default', 'en', 'is not a member here'],
    ['/input/properties/source/$ref', '#/$defs/a', 'must be "farebox:file"'],
    ['/input/properties/source/default', {}, 'is not a member here'],
    ['/input/properties/a b', { type: 'boolean' }, 'must have a name of a letter'],
    ['/input/properties/fileId', { type: 'boolean' }, 'is the name of the member of every file'],
  ])('%s = %j', told);

  test.for<readonly [schema: object, at: string, problem: string]>([
    [{}, '/type', 'must be one of "boolean"'],
    [{ type: 'null' }, '/type', 'must be one of "boolean"'],
    [{ type: ['string'] }, '/type', 'must be one of "boolean"'],
    [{ type: 'string' }, '/maxLength', 'write the most characters'],
    [{ type: 'string', maxLength: 1e6 }, '/maxLength', 'from 0 to 65536'],
    [{ type: 'string', minLength: 9, maxLength: 3 }, '/maxLength', 'at least "minLength"'],
    [{ type: 'string', maxLength: 9, format: 'email' }, '/format', 'is not a member here'],
    [{ type: 'string', maxLength: 9, pattern: '^(a+)+$' }, '/pattern', 'two ways'],
    [{ type: 'string', maxLength: 9, pattern: 'a' }, '/pattern', 'begin with "^"'],
    [{ type: 'integer', maximum: 9 }, '/minimum', 'write the least value'],
    [{ type: 'number', minimum: 0 }, '/maximum', 'write the highest value'],
    [{ type: 'number', minimum: 3, maximum: 1 }, '/maximum', 'at least "minimum"'],
    [{ type: 'number', minimum: '0', maximum: 1 }, '/minimum', 'must be a number'],
    [{ type: 'number', minimum: 0, maximum: 1, multipleOf: 0 }, '/multipleOf', 'above 0'],
    [{ type: 'object', additionalProperties: false }, '/properties', 'is missing'],
    [{ type: 'object', properties: {} }, '/additionalProperties', 'must be false'],
    [{ type: 'array', maxItems: 101, uniqueItems: true, items: { type: 'boolean' } }, '/maxItems', 'at most 100'],
    [{ enum: [1, 2], type: 'string' }, '/type', 'the type of the values'],
    [{ const: {} }, '/const', 'must be a text, a number'],
    [{ type: 'boolean', title: 'a\u202eb' }, '/title', 'without control characters'],
  ])('a property %j', ([schema, at, problem]) => told(['/input', property(schema), problem, EXTRA + at]));
});

describe('files and output', () => {
  test.for<Mistake>([
    ['/files', undefined, 'is missing: write a rule', '/files/~1source'],
    ['/files', [], 'must be an object'],
    ['/files/~1sauce', { mimeTypes: ['image/png'] }, 'is no file argument: write one of "/source"'],
    ['/files/~1source', 7, 'must be an object with "mimeTypes"'],
    ['/files/~1source/mimeTypes', undefined, 'is missing'],
    ['/files/~1source/mimeTypes', [], 'must be a list of at least one'],
    ['/files/~1source/mimeTypes', ['image/tiff'], 'must be one of image/jpeg', '/files/~1source/mimeTypes/0'],
    ['/files/~1source/mimeTypes', ['image/png', 'image/png'], 'is listed twice', '/files/~1source/mimeTypes/1'],
    ['/files/~1source/pixelsMax', 40_000_001, 'from 1 to 40000000'],
    ['/files/~1source/sideMax', 1.5, 'must be a whole number'],
    ['/files/~1source/secondsMax', 3601, 'a number from 0 to 3600'],
    ['/files/~1source/sizeBytesMax', 0, 'from 1 to 536870912'],
    ['/files/~1source/color', 1, 'is not a member'],
    ['/output', 7, 'must be an object'],
    ['/output/result', { type: 'tuple' }, 'must be one of', '/output/result/type'],
    [
      '/output/result',
      { type: 'object', properties: { f: { $ref: 'farebox:file' } } },
      'must not be in a result',
      '/output/result/properties/f/$ref',
    ],
    ['/output/artifacts', {}, 'must be a list'],
    ['/output/artifacts', [7], 'an object with "mimeTypes" and "size"', '/output/artifacts/0'],
    ['/output/artifacts', [{ mimeTypes: ['image/png'] }], 'is missing', '/output/artifacts/0/size'],
    ['/output/artifacts', [{ mimeTypes: ['image/png'], size: {} }], 'or limits such as', '/output/artifacts/0/size'],
    [
      '/output/artifacts',
      [{ mimeTypes: ['image/png'], size: { like: '/other' } }],
      'is no file argument',
      '/output/artifacts/0/size/like',
    ],
    [
      '/output/artifacts',
      [{ mimeTypes: ['image/png'], size: { pixelsMax: 1e9 } }],
      'from 1 to',
      '/output/artifacts/0/size/pixelsMax',
    ],
  ])('%s = %j', told);
});

describe('a price', () => {
  test.for<Mistake>([
    ['/price/unit', 'page', 'must be one of "megapixel"'],
    ['/price/unit', 'minimum', 'must be one of "megapixel"'],
    ['/price/unitPriceMicros', -1, '0 to 1000000000'],
    ['/price/units', { ceil: { arg: '/pages' } }, 'is not in the input schema', '/price/units/ceil'],
    ['/price/units', { ceil: { fact: '/source', of: 'seconds' } }, 'add "secondsMax"', '/price/units/ceil'],
    ['/price/currency', 'EUR', 'is not a member'],
  ])('no such price: %s = %j', told);
});

describe('an example or a test case', () => {
  const cases = (arguments_: object, expected: object) => [{ arguments: arguments_, expect: expected }];
  const photo = { source: { fileId: 'file_sample_photo' } };
  test.for<Mistake>([
    ['/example', {}, 'is required by the schema', '/example/source'],
    ['/example/color', 1, 'is no member of the schema'],
    ['/example/languages', ['es'], 'must be equal to one of', '/example/languages/0'],
    ['/example/source/fileId', 'file_mine', 'must be a sample file'],
    ['/example/source/fileId', 'file_sample_speech', 'is audio/wav'],
    ['/files/~1source/pixelsMax', 1_000_000, 'more pixels than the rule', '/example/source/fileId'],
    ['/files/~1source/sideMax', 1_599, 'a longer side than the rule', '/example/source/fileId'],
    ['/files/~1source/sizeBytesMax', 399_999, 'more bytes than the rule', '/example/source/fileId'],
    ['/test', [], 'must be an object'],
    ['/test/simulate', undefined, 'calls of test projects need it'],
    ['/test/simulate', 7, 'must be an object'],
    ['/test/simulate/units', 0, 'a whole number of at least 1'],
    ['/test/simulate/units', 41, 'must be at most 40'],
    ['/test/simulate/result', undefined, 'is missing'],
    ['/test/simulate/result', 'none', 'must be object'],
    ['/test/simulate/artifacts', [photo], 'must be a list of files'],
    ['/test/simulate/artifacts', [{ fileId: 'file_sample_photo' }], 'must list 0 sample files'],
    ['/test/cases', {}, 'must be a list of at most 32'],
    ['/test/cases', [7], 'an object with "arguments" and "expect"', '/test/cases/0'],
    ['/test/cases', [{ arguments: [], expect: {} }], 'must be an object', '/test/cases/0/arguments'],
    ['/test/cases', cases({}, {}), 'is required by the schema', '/test/cases/0/arguments/source'],
    ['/test/cases', cases(photo, { units: 3 }), 'must be at most 2', '/test/cases/0/expect/units'],
    ['/test/cases', cases(photo, { units: 1 }), 'must be 2', '/test/cases/0/expect/units'],
    ['/test/cases', cases(photo, { result: [] }), 'a condition for each member', '/test/cases/0/expect/result'],
    [
      '/test/cases',
      cases(photo, { result: { lines: { minItem: 0 } } }),
      'is not a member',
      '/test/cases/0/expect/result/lines/minItem',
    ],
  ])('%s = %j', told);

  test('a simulated artifact is a sample file of a type that the output has', () => {
    const artifacts = [{ mimeTypes: ['image/png'], size: { like: '/source' } }];
    const document = withValue(readTextDocument(), '/output/artifacts', artifacts);
    const simulated = (fileId: string) => problemsOf(withValue(document, '/test/simulate/artifacts', [{ fileId }]));
    expect(simulated('file_sample_photo')).toEqual({
      '/test/simulate/artifacts/0': 'must be a sample file of the type image/png',
    });
  });
});

test('all problems are told at once', () => {
  const document = { ...readTextDocument(), name: 'acme', category: 'text', runner: { kind: 'push' } };
  expect(Object.keys(problemsOf(document)).toSorted()).toEqual(['/category', '/name', '/runner/kind']);
});
