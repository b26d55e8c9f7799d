/** Prints apps/worker-image/src/operations/index.ts. */
import { camelOf, property } from './catalog-folders.ts';
import { operationFiles } from './operation-files.ts';

const names = await operationFiles('image');

process.stdout.write(
  [
    '/** Made by `npm run generate`: the operations that run in a child process, one a file, by the name that plans use. */',
    "import type { OperationOf } from '@tollgate/catalog';",
    ...names.map((name) => `import { ${camelOf(name)} } from './${name}.ts';`),
    "import type { ChildOperation } from './operation.ts';",
    '',
    'const OPERATIONS = {',
    ...names.map((name) => property(name, camelOf(name))),
    "} satisfies Partial<Record<OperationOf<'image'>, ChildOperation>>;",
    '',
    'export type SandboxedOperation = keyof typeof OPERATIONS;',
    'export const CHILD_OPERATIONS: Readonly<Record<string, ChildOperation>> = OPERATIONS;',
    '',
  ].join('\n'),
);
