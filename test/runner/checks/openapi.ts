/** Lints the OpenAPI document, offline, with the rules that its readers and generators expect to hold. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { Check } from './check.ts';

const DOCUMENT = 'docs/openapi.json';

export const openApiLint: Check = {
  name: 'OpenAPI document',
  run: async ({ root }) => {
    const absoluteRef = join(root, DOCUMENT);
    const source = readFileSync(absoluteRef, 'utf8');
    if (source.trim() === '') return `${DOCUMENT} is empty`;
    const problems = await lintFromString({
      source,
      absoluteRef,
      config: await createConfig({ extends: ['recommended'] }),
    });
    const lines = problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? DOCUMENT}`,
    );
    return lines.length === 0 ? null : lines.join('\n');
  },
};
