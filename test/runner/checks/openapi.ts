/** Lints both OpenAPI documents offline, with the rules that readers, generators and reviewers expect. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';
import rulesets from '@stoplight/spectral-rulesets';
import type { Check } from './check.ts';

const DOCUMENTS = ['docs/openapi.json', 'docs/operator-openapi.json'] as const;

type Rules = Readonly<Record<string, object>>;
const OWASP = owasp as unknown as { readonly rules: Rules };
const RATE_LIMIT = 'owasp:api4:2023-rate-limit';

/** Every rule that is turned off has its reason here. */
const RULESET = {
  extends: [rulesets.oas as RulesetDefinition, owasp as unknown as RulesetDefinition],
  rules: {
    // Free text and names chosen by people follow no pattern; each has a maximum length.
    'owasp:api4:2023-string-restricted': 'off',
    // Only pages of origins that the key's project lists may read a response; the document cannot know these origins.
    'owasp:api8:2023-define-cors-origin': 'off',
    // This copy names the address of `npm start`; a running gateway serves its own address.
    'owasp:api8:2023-no-server-http': 'off',
    // An unknown client (401) has no rate limit budget to show.
    [RATE_LIMIT]: {
      ...OWASP.rules[RATE_LIMIT],
      given: "$.paths[*]..responses[?(@property.match(/^(2|4)/) && @property != '401')]",
    },
  },
} as RulesetDefinition;

/** Rules that do not apply to paths with these prefixes. */
const EXEMPT: readonly (readonly [path: string, rule: RegExp])[] = [
  // The path itself is the permission: there is no key that could be wrong.
  ['/uploads/', /^owasp:(api2:2023-write-restricted|api8:2023-define-error-responses-401)$/],
  ['/event-streams/', /^owasp:(api2:2023-read-restricted|api8:2023-define-error-responses-401)$/],
  // A public page: it needs no key, has no rate limit, and no request to it can be wrong.
  [
    '/llms.txt',
    /^(operation-4xx-response|owasp:api(2:2023-read-restricted|4:2023-rate-limit.*|8:2023-define-error-.*))$/,
  ],
];
const isAsked = (rule: string, path: string): boolean =>
  !EXEMPT.some(([prefix, rules]) => path.startsWith(prefix) && rules.test(rule));

export const openApiLint: Check = {
  name: 'OpenAPI documents',
  run: async ({ root }) => {
    const lines: string[] = [];
    for (const document of DOCUMENTS) lines.push(...(await problemsOf(document, join(root, document))));
    return lines.length === 0 ? null : lines.join('\n');
  },
};

async function problemsOf(document: string, absoluteRef: string): Promise<string[]> {
  const source = readFileSync(absoluteRef, 'utf8');
  if (source.trim() === '') return [`${document} is empty`];
  const problems = [...(await redocly(source, absoluteRef)), ...(await lintWithSpectral(source))];
  return problems.map((problem) => `${document}: ${problem}`);
}

async function redocly(source: string, absoluteRef: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source, absoluteRef, config });
  return problems
    .map(({ ruleId, message, location: [at] }) => ({ ruleId, message, pointer: at?.pointer ?? 'its root' }))
    .filter(({ ruleId, pointer }) => isAsked(ruleId, pointer.replace('#/paths/', '').replaceAll('~1', '/')))
    .map(({ ruleId, message, pointer }) => `${ruleId}: ${message} at ${pointer}`);
}

async function lintWithSpectral(source: string): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(RULESET);
  const problems = await linter.run(JSON.parse(source) as Record<string, unknown>);
  // An example is data: a tool's input schema inside an example is not a schema of ours.
  const ofSchemas = problems.filter(
    ({ code, path }) => !path.includes('example') && isAsked(String(code), String(path[1])),
  );
  return ofSchemas.map(({ code, message, path }) => `${code}: ${message} at /${path.join('/')}`);
}
