/** `farebox tool import openapi` on files of this machine, without any connection. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseManifestText } from '@farebox/manifest';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../program/run.ts';
import { recordingContext } from '../testing/recording-context.ts';

const DOCUMENT = {
  openapi: '3.0.3',
  servers: [{ url: 'https://api.acme.example/v1' }],
  paths: {
    '/draw': {
      post: {
        operationId: 'draw',
        summary: 'Draw an image',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['prompt'],
                properties: {
                  prompt: { type: 'string', example: 'a cat' },
                  style: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
                },
              },
              example: { prompt: 'a cat' },
            },
          },
        },
      },
    },
  },
};

function folderWith(text: string) {
  const folder = mkdtempSync(join(tmpdir(), 'farebox-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'api.json'), text);
  return {
    folder,
    async imports(...words: string[]) {
      const context = recordingContext({ env: { INIT_CWD: folder } });
      const code = await run(['tool', 'import', 'openapi', 'api.json', ...words], context);
      return { code, said: context.said, told: context.told };
    },
  };
}

const DRAW = ['--operation', 'draw', '--name', 'acme-draw'];

test('a manifest is written, and everything that the document does not state is listed', async () => {
  const { folder, imports } = folderWith(JSON.stringify(DOCUMENT));
  const { code, said, told } = await imports(...DRAW);
  expect([code, said]).toEqual([0, ['acme-draw.yaml']]);
  expect(told).toEqual([
    'Left out:',
    '  /style has a schema that a manifest cannot describe, such as "oneOf": write one',
    'Still to be written:',
    expect.stringContaining('  /category is missing'),
    expect.stringContaining('  /price is missing'),
    expect.stringContaining('  /input/properties/prompt/maxLength is missing'),
    expect.stringContaining('  /runner/maxRuntimeSeconds is missing'),
    expect.stringContaining('  /runner/concurrency is missing'),
    expect.stringContaining('  /test/simulate is missing'),
    'Next: farebox tool lint acme-draw.yaml',
  ]);
  expect(parseManifestText(readFileSync(join(folder, 'acme-draw.yaml'), 'utf8'))).toMatchObject({
    ok: true,
    document: { name: 'acme-draw', runner: { kind: 'openapi', url: 'https://api.acme.example/v1', path: '/draw' } },
  });
});

test('a file that exists is not replaced, and --out writes another one', async () => {
  const { folder, imports } = folderWith(JSON.stringify(DOCUMENT));
  writeFileSync(join(folder, 'acme-draw.yaml'), 'mine');
  expect(await imports(...DRAW)).toMatchObject({ code: 2, told: [expect.stringContaining('exists')] });
  expect(readFileSync(join(folder, 'acme-draw.yaml'), 'utf8')).toBe('mine');
  expect(await imports(...DRAW, '--out', 'other.yaml')).toMatchObject({ code: 0, said: ['other.yaml'] });
});

const WHOLE = JSON.stringify(DOCUMENT);
test.each([
  {
    title: 'an operation that does not exist',
    text: WHOLE,
    words: ['--operation', 'x', '--name', 'acme-x'],
    code: 1,
    told: 'it has draw',
  },
  {
    title: 'a name that is a path',
    text: WHOLE,
    words: ['--operation', 'draw', '--name', '../x'],
    code: 2,
    told: 'name of a tool',
  },
  { title: 'a text that is no document', text: '{', words: DRAW, code: 1, told: 'neither JSON nor YAML' },
])('$title ends the command', async ({ text, words, code, told }) => {
  const ended = await folderWith(text).imports(...words);
  expect(ended).toMatchObject({ code, said: [], told: [expect.stringContaining(told)] });
});
