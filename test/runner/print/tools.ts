/** Prints packages/catalog/src/tools/all.ts: the definitions of all tools, from the folders beside it. */
import { camelOf, toolFolders } from './catalog-folders.ts';

const folders = toolFolders().map(({ folder }) => folder);

process.stdout.write(
  [
    '/** Made by `npm run generate` from the folders beside it. */',
    "import type { ToolDefinition } from '../tool.ts';",
    ...folders.map((folder) => `import { ${camelOf(folder)} } from './${folder}/definition.ts';`),
    '',
    'export const ALL_TOOLS: readonly ToolDefinition[] = [',
    ...folders.map((folder) => `  ${camelOf(folder)},`),
    '];',
    '',
  ].join('\n'),
);
