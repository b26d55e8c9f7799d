/** Prints apps/worker-av/src/operations/index.ts. */
import { camelOf, property } from './catalog-folders.ts';
import { operationFiles } from './operation-files.ts';

const names = await operationFiles('av');

process.stdout.write(
  [
    '/** Made by `npm run generate`: the operations that ffmpeg does, one a file, by the name that plans use. */',
    "import type { Implementations } from '@farebox/worker';",
    "import type { Studio } from '../studio.ts';",
    ...names.map((name) => `import { ${camelOf(name)} } from './${name}.ts';`),
    '',
    "export const avOperations = (studio: Studio): Implementations<'av'> => ({",
    ...names.map((name) => property(name, `${camelOf(name)}(studio)`)),
    '});',
    '',
  ].join('\n'),
);
