/** Builds the bundles of this project: `main.ts FOLDER` all of them, `main.ts FOLDER --image` those of the image. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from './bundle.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { image: { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('usage: packages/bundle/src/main.ts <folder>');
await bundle({ root: resolve(import.meta.dirname, '../../..'), folder: resolve(folder), isImage: values.image });
