/** The published package: built, packed as npm would, and checked by the tools that know how bundlers, Node and TypeScript read packages. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ERRORS, TUS_ERRORS } from '@farebox/contract';
import { type Problem, checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { runProcess } from '@farebox/testing';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildPackage } from './generate/build.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-sdk-'));
  buildPackage(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the package requires a Node version that all its dependencies support', () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const least = [TESTED, ...Object.keys(manifest.dependencies).map(leastNodeOf)].toSorted(byVersion);
  expect(manifest.engines.node).toBe(`>=${least.at(-1)}`);
});

interface Manifest {
  readonly engines: { readonly node: string };
  readonly dependencies: Readonly<Record<string, string>>;
}

/** The oldest Node on which the SDK is tested: the first of this line that can require() an ES module. */
const TESTED = '20.19';

function leastNodeOf(dependency: string): string {
  const path = join(import.meta.dirname, '../node_modules', dependency, 'package.json');
  const { engines } = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  return engines.node.replace(/^>=\s*|\.0$/g, '');
}

const byVersion = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

test('publint reports no problem in the package', async () => {
  const { messages, pkg } = await publint({ pkgDir: folder, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg as never))).toEqual([]);
});

test('the types of the package resolve for every importer of ES modules', async () => {
  await runProcess({ command: ['npm', 'pack', '--silent', '--ignore-scripts'], cwd: folder });
  const [tarball = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  const analysis = await checkPackage(createPackageFromTarballData(readFileSync(join(folder, tarball))));
  const problems =
    analysis.types === false ? ['no types'] : analysis.problems.filter((problem) => !isByDesign(problem));
  expect(problems).toEqual([]);
  expect(Object.keys((analysis as { entrypoints?: object }).entrypoints ?? {})).toEqual(['.', './node']);
});

const USER = `import { createFarebox, usd } from '@farebox/sdk';
declare const process: { readonly env: Readonly<Record<string, number | undefined>> };
const farebox = createFarebox({ baseUrl: '', apiKey: '' });
const source = { fileId: '' };
void farebox.run('image-resize', { source, width: 3 }, { ceiling: usd('1') });
// @ts-expect-error -- no such tool
void farebox.run('image-resise', { source, width: 3 }, { ceiling: usd('1') });
// @ts-expect-error -- no such argument
void farebox.run('image-resize', { source, widht: 3 }, { ceiling: usd('1') });
void farebox.runBatch('image-resize', [{ source, width: 3 }, { source, width: 4 }], { ceiling: usd('1') });
for (const request of await farebox.pending()) void farebox.resume(request, { ceiling: usd('1') });
// @ts-expect-error -- an amount that may be missing
void farebox.resumeAll({ ceiling: undefined });
// @ts-expect-error -- an amount that may be missing
void farebox.execute('image-resize', { source, width: 3 }, { ceiling: process.env['CEILING'] });
// @ts-expect-error -- no such argument of the second
void farebox.runBatch('image-resize', [{ source, width: 3 }, { source, widht: 3 }], { ceiling: usd('1') });
// @ts-expect-error -- no ceiling
void farebox.run('image-resize', { source, width: 3 }, {});
`;

const OF_CLIENT =
  'outcome_unknown invalid_ceiling ceiling_exceeded request_changed execution_failed execution_cancelled execution_under_review artifact_corrupted ' +
  'network_failed webhook_not_trusted unexpected_response';
const OF_API = Object.entries({ ...ERRORS, ...TUS_ERRORS }).filter(
  ([, { advice }]) => !advice.includes('operator API only'),
);
const CODES = [...OF_API.map(([code]) => code), ...OF_CLIENT.split(' ')];

/** Ends in `never` exactly if every code has a case. */
const switchOver = (codes: readonly string[]): string => `switch (error.code) {
${codes.map((code) => `    case '${code}':\n`).join('')}      return '';
    default: {
`;
const SWITCHES = `import type { FareboxError } from '@farebox/sdk';
export function whole(error: FareboxError): string {
  ${switchOver(CODES)}      const left: never = error.code;
      return left;
    }
  }
}
export function short(error: FareboxError): string {
  ${switchOver(CODES.slice(1))}      // @ts-expect-error -- one code has no case
      const left: never = error.code;
      return left;
    }
  }
}
`;

test('a compiler with browser types only checks tools, arguments, the ceiling, and a switch over all codes', async () => {
  const user = join(folder, 'user');
  mkdirSync(join(user, 'node_modules/@farebox'), { recursive: true });
  symlinkSync(folder, join(user, 'node_modules/@farebox/sdk'));
  symlinkSync(join(import.meta.dirname, '../node_modules/@noble'), join(user, 'node_modules/@noble'));
  writeFileSync(join(user, 'main.ts'), USER);
  writeFileSync(join(user, 'switches.ts'), SWITCHES);
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--lib',
    'es2022,dom',
    '--types',
    '',
  ];
  const tsc = join(import.meta.dirname, '../../../node_modules/.bin/tsc');
  expect(await runProcess({ command: [tsc, ...options, 'main.ts', 'switches.ts'], cwd: user })).toBe('');
});

/** The package is an ES module only: require() of it needs Node 20.19, and resolvers older than Node 16 do not know `exports`. */
const isByDesign = (problem: Problem): boolean =>
  problem.kind === 'CJSResolvesToESM' || ('resolutionKind' in problem && problem.resolutionKind === 'node10');

test('the browser entry imports no Node module', () => {
  const imports = (name: string): string[] => {
    const [, ...found] = [name, ...readFileSync(join(folder, 'dist', name), 'utf8').matchAll(/from '([^']+)'/g)];
    return found.map((match) => match[1] as string);
  };
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const target of imports(name)) if (target.startsWith('.')) visit(join(name, '..', target));
  };
  visit('index.js');
  const outside = [...seen].flatMap(imports).filter((target) => !target.startsWith('.'));
  expect(seen.size).toBeGreaterThan(10);
  expect(new Set(outside)).toEqual(
    new Set(['@noble/hashes/hmac.js', '@noble/hashes/sha2.js', '@noble/hashes/utils.js']),
  );
});
