/** Prints the types of the tools in this repository's catalog. */
import { createCatalog } from '@farebox/catalog';
import { toolTypes } from './tool-types.ts';

const { tools } = createCatalog({ rehearsal: false }).describe({ executionEnabled: true });
process.stdout.write(await toolTypes(tools));
