import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { openFile } from './engine.ts';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-engine-'));
afterAll(() => rmSync(directory, { recursive: true }));

const picture = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';

test.for([
  ['SVG', () => Promise.resolve(Buffer.from(svg))],
  ['GIF', () => picture().gif().toBuffer()],
  ['TIFF', () => picture().tiff().toBuffer()],
] as const)('no decoder of %s is ever loaded, whatever a file says that it is', async ([name, bytes]) => {
  const path = join(directory, name);
  writeFileSync(path, await bytes());
  await expect(openFile(path, {}).metadata()).rejects.toThrow('unsupported image format');
});

test.for(['jpeg', 'png', 'webp', 'avif'] as const)('%s is decoded', async (format) => {
  const path = join(directory, format);
  writeFileSync(path, await picture().toFormat(format).toBuffer());
  expect(await openFile(path, {}).metadata()).toMatchObject({ width: 8, height: 8 });
});
