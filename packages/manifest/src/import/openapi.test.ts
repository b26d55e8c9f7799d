/** An imported manifest has what the document states. What is missing is named, and a complete one can be published. */
import { expect, test } from 'vitest';
import { problemsOf, withValue } from '../testing/read-text.ts';
import { importOpenApi } from './openapi.ts';
import { manifestText, parseApiText } from './text.ts';

const DOCUMENT = `
openapi: 3.1.0
info: { title: Acme, version: 1.0.0 }
servers: [{ url: "https://{region}.acme.example/v2/", variables: { region: { default: eu } } }]
security: [{ key: [] }]
paths:
  /models/{model}/images:
    parameters:
      - { name: model, in: path, required: true, schema: { enum: [small, large] } }
    post:
      operationId: createImage
      summary: Create an image
      description: Creates an image from a description.
      parameters:
        - { name: trace, in: query, schema: { type: boolean, default: false } }
        - { name: X-Account, in: header, required: true, schema: { type: string } }
      requestBody: { $ref: "#/components/requestBodies/Image" }
      responses:
        "200":
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Made" }
    delete: { operationId: deleteImages }
  /upload:
    post:
      operationId: upload
      requestBody: { content: { multipart/form-data: { schema: { type: object } } } }
  /speech:
    post:
      operationId: speak
      security: []
      servers: [{ url: /relative }]
      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Text" } } } }
      responses: { "200": { content: { audio/mpeg: { schema: { type: string, format: binary } } } } }
components:
  securitySchemes: { key: { type: apiKey, in: header, name: X-Api-Key } }
  requestBodies:
    Image: { content: { application/json: { schema: { $ref: "#/components/schemas/Image" }, example: { prompt: a cat } } } }
  schemas:
    Text: { type: object, required: [text], properties: { text: { type: string, maxLength: 400 } } }
    Image:
      allOf:
        - { type: object, required: [prompt], properties: { prompt: { type: string, format: text, example: dog } } }
        - type: object
          properties:
            seed: { type: [integer, "null"], minimum: 0 }
            steps: { type: integer, minimum: 1, exclusiveMaximum: 50, default: 20 }
            source: { type: string, format: byte, contentMediaType: image/png, description: To begin with }
            tags: { type: array, maxItems: 4, items: { type: string, maxLength: 20, default: x } }
            style: { oneOf: [{ type: string }, { type: integer }] }
    Made: { type: object, properties: { url: { type: string, format: uri } } }
`;

function documentOf(text: string): unknown {
  const read = parseApiText(text);
  if (!read.ok) throw new Error(read.problem);
  return read.document;
}

const importing = (operation: string, document = documentOf(DOCUMENT)) =>
  importOpenApi(document, { operation, name: 'acme-image' });

test('a manifest has what the document states, and no more', () => {
  const imported = importing('createImage');
  expect(imported).toEqual({
    ok: true,
    notes: [
      '/style has a schema that a manifest cannot describe, such as "oneOf": write one',
      'the parameter X-Account is in "header", which a tool does not send',
    ],
    manifest: {
      farebox: 1,
      name: 'acme-image',
      title: 'Create an image',
      description: 'Creates an image from a description.',
      input: {
        type: 'object',
        additionalProperties: false,
        required: ['model', 'prompt'],
        properties: {
          model: { enum: ['small', 'large'] },
          trace: { type: 'boolean', default: false },
          prompt: { type: 'string' },
          seed: { type: 'integer', minimum: 0 },
          steps: { type: 'integer', minimum: 1, exclusiveMaximum: 50, default: 20 },
          source: { description: 'To begin with', $ref: 'farebox:file' },
          tags: { type: 'array', maxItems: 4, items: { type: 'string', maxLength: 20 } },
        },
      },
      example: { model: 'small', trace: false, prompt: 'a cat', steps: 20 },
      files: { '/source': { mimeTypes: ['image/png'] } },
      output: { result: { type: 'object', properties: { url: { type: 'string' } } } },
      runner: {
        kind: 'openapi',
        url: 'https://eu.acme.example/v2',
        secret: 'acme-image',
        auth: { header: 'X-Api-Key' },
        method: 'POST',
        path: '/models/{model}/images',
        query: { trace: { arg: '/trace' } },
        body: {
          prompt: { arg: '/prompt' },
          seed: { arg: '/seed' },
          steps: { arg: '/steps' },
          source: { arg: '/source' },
          tags: { arg: '/tags' },
        },
        files: 'base64',
      },
    },
  });
});

test('reading the manifest names everything that the document does not state', () => {
  const imported = importing('createImage');
  expect(Object.keys(problemsOf(imported.ok ? imported.manifest : null)).toSorted()).toEqual([
    '/category',
    '/files/~1source/sizeBytesMax',
    '/input/properties/prompt/maxLength',
    '/input/properties/seed/maximum',
    '/price',
    '/runner/concurrency',
    '/runner/maxRuntimeSeconds',
    '/test/simulate',
  ]);
});

const COMPLETED: readonly (readonly [string, unknown])[] = [
  ['/category', 'image'],
  ['/files/~1source/sizeBytesMax', 1_000_000],
  ['/input/properties/prompt/maxLength', 400],
  ['/input/properties/seed/maximum', 9],
  ['/price', { unit: 'image', unitPriceMicros: 9, minimumChargeMicros: 9, units: { ceil: 1 }, onFailure: 'none' }],
  ['/runner/concurrency', 2],
  ['/runner/maxRuntimeSeconds', 60],
  ['/test', { simulate: { result: {} } }],
];

test('a manifest that is written as YAML and completed can be published', () => {
  const imported = importing('createImage');
  const written = documentOf(manifestText(imported.ok ? imported.manifest : {}));
  expect(problemsOf(COMPLETED.reduce((document, [at, value]) => withValue(document, at, value), written))).toEqual({});
});

test('a file as the response is an artifact; an address that is not stated and a key that is not needed are left out', () => {
  const imported = importing('speak');
  expect(imported).toMatchObject({
    ok: true,
    manifest: {
      input: { required: ['text'], properties: { text: { type: 'string', maxLength: 400 } } },
      output: { artifacts: [{ mimeTypes: ['audio/mpeg'] }] },
      runner: { path: '/speech', artifacts: [''] },
    },
  });
  const { runner } = (imported.ok ? imported.manifest : {}) as { readonly runner: object };
  expect(Object.keys(runner)).toEqual(['kind', 'method', 'path', 'artifacts']);
});

test.each([
  ['nothing', 'has no operation nothing; it has createImage, deleteImages, upload, speak'],
  ['deleteImages', 'deleteImages is a DELETE: a tool calls GET, POST, PUT'],
  ['upload', 'upload takes multipart/form-data: a tool sends application/json'],
])('the operation %s cannot be a tool', (operation, problem) => {
  expect(importing(operation)).toEqual({ ok: false, problem });
});

test('two arguments of one name are refused, and so is a body that is no object', () => {
  const twice = withValue(documentOf(DOCUMENT), '/components/schemas/Text/properties/model', { type: 'boolean' });
  const inPath = withValue(twice, '/paths/~1speech/post/parameters', [{ name: 'model', in: 'query', schema: {} }]);
  expect(importing('speak', inPath)).toMatchObject({ ok: false, problem: expect.stringContaining('named model') });
  const list = withValue(documentOf(DOCUMENT), '/components/schemas/Text', {
    type: 'array',
    items: { type: 'boolean' },
  });
  expect(importing('speak', list)).toMatchObject({ ok: false, problem: expect.stringContaining('is no object') });
});

test.each([null, 7, [], { paths: { '/a': { get: null } } }, { paths: { '/a': { $ref: '#/paths/~1a' } } }])(
  'a document without operations (%j) has none',
  (document) => {
    expect(importing('createImage', document)).toMatchObject({ ok: false, problem: 'no operation has an operationId' });
  },
);

test('schemas that contain themselves end, however often they do', () => {
  const self = { $ref: '#/components/schemas/Text' };
  const names = Array.from({ length: 12 }, (_, n) => `next${n}`);
  const properties = Object.fromEntries(names.map((name) => [name, self]));
  const document = withValue(documentOf(DOCUMENT), '/components/schemas/Text', { allOf: [self, self], properties });
  const imported = importing('speak', document);
  expect(imported).toMatchObject({
    ok: true,
    notes: expect.arrayContaining([expect.stringContaining('/next0/next0')]),
  });
  expect(imported.ok && imported.notes.length).toBe(50);
});
