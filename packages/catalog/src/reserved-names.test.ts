/** No manifest can take a name that looks like a tool of the catalog. */
import { readManifest } from '@farebox/manifest';
import { expect, test } from 'vitest';
import { createCatalog } from './catalog.ts';

const { tools } = createCatalog({ rehearsal: true }).describe({ executionEnabled: true });

test.for(tools.map(({ name }) => name))('the name of %s, and names that begin like it, are reserved', (name) => {
  const [word] = name.split('-');
  for (const taken of [name, `${word}-other`]) {
    const result = readManifest({ name: taken }, { samples: [] });
    expect(result.ok ? {} : result.problems).toMatchObject({
      '/name': expect.stringContaining('reserved for Farebox'),
    });
  }
});
