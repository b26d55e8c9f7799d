/** Prints packages/catalog/src/operations/table.ts: every operation that a tool declares. */
import { kebabOf, property, toolFolders } from './catalog-folders.ts';

/** All own tools have one operation, which no tool folder declares. */
const OWN = { folder: '../own', operation: 'runTool' };

const ofFolders = toolFolders().flatMap(({ folder, operation }) =>
  operation === null ? [] : [{ folder: `../tools/${folder}`, operation }],
);
const declared = [...ofFolders, OWN];
const twice = declared.filter(({ operation }, n) => declared.findIndex((each) => each.operation === operation) !== n);
if (twice.length > 0) throw new Error(`declared twice: ${twice.map(({ operation }) => operation).join(', ')}`);

process.stdout.write(
  [
    '/**',
    ' * Made by `npm run generate`: every operation, as the folder of its tool declares it. A plan that names another one, or gives it',
    ' * other parameters, does not compile; neither does the worker of an engine while one of its operations has no implementation.',
    ' */',
    ...declared.map(({ folder, operation }) => `import { ${operation} } from '${folder}/operation.ts';`),
    '',
    'export const OPERATIONS = {',
    ...declared.map(({ operation }) => property(kebabOf(operation), operation)),
    '} as const;',
    '',
  ].join('\n'),
);
