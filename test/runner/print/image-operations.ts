/** Prints apps/worker-image/src/operations/index.ts. */
import { camelOf, property } from './catalog-folders.ts';
import { operationFiles } from './operation-files.ts';

const names = await operationFiles('image');

process.stdout.write(
  [
    '/** Made by `npm run generate`: the operations that run in a child process, one a file, by the name that plans use. */',
    ...names.map((name) => `import { ${camelOf(name)} } from './${name}.ts';`),
    "import type { ChildOperations } from './operation.ts';",
    '',
    'export const CHILD_OPERATIONS: ChildOperations = {',
    ...names.map((name) => property(name, camelOf(name))),
    '};',
    '',
  ].join('\n'),
);
