/** The image tools on real images: each output is what was requested, with its declared type. */
// Modes: embedded.
import sharp, { type Metadata } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { connect } from './client/connect.ts';
import { completed } from './client/executions.ts';
import { offered, upload, uploadedPng, withFile } from './client/files.ts';
import { identitiesOf } from './client/identities.ts';
import type { Catalog, Download, Execution, File, Tool } from './client/wire.ts';
import { jpeg } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);
const client = connect(keys.key);
let tools: readonly Tool[];
let photo: File;

beforeAll(async () => {
  tools = offered((await client.get<Catalog>('/tools')).data.tools);
  photo = (await upload(client, 'image/jpeg', await jpeg({ width: 640, height: 480 }))).data;
});

async function imageOf({ id, output }: Execution): Promise<Metadata> {
  const artifact = output.artifacts[0] as File;
  const reply = await client.get<Download>(`/tools/executions/${id}/artifacts/${artifact.id}/download`);
  return sharp(Buffer.from(await (await fetch(reply.data.url)).arrayBuffer())).metadata();
}

// issue 2.9: "image-convert (models jpeg, png, webp, avif, each priced by megapixel)"
describe('image-convert', () => {
  test.each([
    ['jpeg', 'jpeg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['avif', 'heif'],
  ])('to %s gives a real image of that type and size', async (model, format) => {
    const example = tools
      .find(({ name }) => name === 'image-convert')
      ?.models.find(({ name }) => name === model)?.example;
    const source = await uploadedPng(client, { width: 96, height: 64 });
    const end = await completed(keys, 'image-convert', withFile(example, source.id));
    expect(end.model).toBe(model);
    expect(end.output.artifacts[0]?.mimeType).toBe(`image/${model}`);
    expect(await imageOf(end)).toMatchObject({ format, width: 96, height: 64 });
  });
});

// issue 2.9: "image-resize (fit modes, enlargement rule, output format)"
describe('image-resize', () => {
  test('keeps the proportions of a photo', async () => {
    const end = await completed(keys, 'image-resize', { source: { fileId: photo.id }, width: 320 });
    expect(await imageOf(end)).toMatchObject({ width: 320, height: 240 });
    expect(end.output.artifacts[0]).toMatchObject({ width: 320, height: 240 });
  });
});

// threat: "metadata stripped"
test('the output has no metadata of the input', async () => {
  const tagged = await sharp(await jpeg({ width: 80, height: 60 }))
    .withExif({ IFD0: { Artist: 'somebody' } })
    .jpeg()
    .toBuffer();
  const source = await upload(client, 'image/jpeg', tagged);
  const end = await completed(keys, 'image-resize', { source: { fileId: source.data.id }, width: 40 });
  expect((await imageOf(end)).exif).toBeUndefined();
});
