/** The library's other decoders are disabled, whatever type a file claims to have. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFile } from './engine.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="2" height="2"/></svg>';
/** A GIF of one pixel. */
const GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engine-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.for([
  ['SVG', Buffer.from(SVG)],
  ['GIF', Buffer.from(GIF, 'base64')],
] as const)('a whole %s under the name of a PNG is not decoded', async ([, bytes]) => {
  const path = join(folder, 'picture.png');
  await writeFile(path, bytes);
  await expect(openFile(path, {}).metadata()).rejects.toThrow(/unsupported/);
});
