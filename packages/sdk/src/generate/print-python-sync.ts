/** Prints the files of the synchronous client for Python as JSON: name → content. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { synchronous } from './python/sync.ts';

const SOURCES = join(import.meta.dirname, '../../../python/src/farebox/_async');
const ABOUT = `# Made from \`_async\` by \`npm run generate\`; edit that one.
"""The client without asyncio."""
`;

const names = readdirSync(SOURCES)
  .filter((name) => name.endsWith('.py'))
  .toSorted();
const files = names.map((name): [string, string] => [
  name,
  name === '__init__.py' ? ABOUT : synchronous(readFileSync(join(SOURCES, name), 'utf8')),
]);
process.stdout.write(JSON.stringify(Object.fromEntries(files)));
