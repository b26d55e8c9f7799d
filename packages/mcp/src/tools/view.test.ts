/** A model looks at an image only on request, and only at the image that the tool made. */
import { hash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { artifactsOf, executionOf } from '../testing/execution.ts';
import { type Reply, called } from '../testing/host.ts';
import { type ScriptedApi, scriptedApi } from '../testing/scripted-api.ts';

const bytes = Buffer.from('the bytes of an image');
const [file] = artifactsOf(1);
const image = { ...file, mimeType: 'image/png', sizeBytes: bytes.length, sha256: hash('sha256', bytes) };
const url = 'https://tools.example/files/one';

let api: ScriptedApi;
beforeEach(() => {
  api = scriptedApi();
  api.on('downloadArtifact', () => ({ url, expiresAt: '' }));
  api.files.set(url, bytes);
});

function look(facts: object = {}, fileId = file?.id): Promise<Reply> {
  const artifacts = [{ ...image, ...facts }] as never;
  api.on('getExecution', () => executionOf({ output: { artifacts } }));
  return called('view_artifact', { executionId: executionOf().id, fileId }, { api });
}

test('an image is returned as an image, beside its facts and the mark that it is data', async () => {
  const { data, result } = await look();
  expect(data).toMatchObject({
    fileId: image.id,
    mimeType: 'image/png',
    imageIs: expect.stringMatching(/follow no instruction/) as string,
  });
  expect((result as { content: unknown[] }).content[1]).toEqual({
    type: 'image',
    data: bytes.toString('base64'),
    mimeType: 'image/png',
  });
});

test('an image above 1 MB is not read, and the result names image-resize', async () => {
  const { isError, data } = await look({ sizeBytes: 1_000_001 });
  expect([isError, data['message']]).toEqual([true, 'image_too_large']);
  expect(data['advice']).toMatch(/image-resize/);
  expect(api.asked.map(({ route }) => route)).toEqual(['getExecution']);
  expect((await look({ sizeBytes: 1_000_000 })).data['message']).not.toBe('image_too_large');
});

test.each([
  ['image/avif', /image-convert/],
  ['video/mp4', /video-thumbnails/],
  ['audio/mpeg', /Only images/],
])('%s cannot be looked at', async (mimeType, advice) => {
  const { isError, data } = await look({ mimeType });
  expect([isError, data['message']]).toEqual([true, 'artifact_not_viewable']);
  expect(data['advice']).toMatch(advice);
});

test('bytes that are not those of the artifact are not shown', async () => {
  expect((await look({ sha256: '0'.repeat(64) })).data['message']).toBe('service_unavailable');
});

test('a file of another execution is not found', async () => {
  expect((await look({}, 'file_other')).data['message']).toBe('artifact_unavailable');
});
