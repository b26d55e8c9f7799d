/** The published package: packed, installed in an empty folder, checked, and its README's examples run on Node, Bun and Deno. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { freePort, runProcess, startProgram } from '@farebox/testing';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY, openTestDoor } from './testing/door.ts';
import { newToken, openFiles, requestOf, SECRET, start, startOf } from './testing/farebox.ts';

const ROOT = join(import.meta.dirname, '../../..');
const README = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const [EXAMPLE = '', PULL_EXAMPLE = ''] = [...README.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text]) => text);

let folder: string;
let tarballs: readonly string[];
const user = (): string => join(folder, 'user');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-runner-'));
  const packed = join(folder, 'packed');
  const make = join(ROOT, 'packages/bundle/src/publish/main.ts');
  await runProcess({ command: [process.execPath, make, packed, 'runner-protocol', 'runner'], cwd: folder });
  tarballs = readdirSync(packed).map((name) => join(packed, name));
  mkdirSync(user());
  writeFileSync(join(user(), 'package.json'), '{"type":"module","private":true}');
  writeFileSync(join(user(), 'example.ts'), EXAMPLE);
  writeFileSync(join(user(), 'pull.ts'), PULL_EXAMPLE);
  const install = ['npm', 'install', '--offline', '--no-audit', '--no-fund', '--silent', ...tarballs];
  await runProcess({ command: install, cwd: user() });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('publint and the resolvers of TypeScript report no problem in the tarballs', async () => {
  expect(tarballs).toHaveLength(2);
  for (const name of ['runner', 'runner-protocol']) {
    const { messages, pkg } = await publint({ pkgDir: join(user(), 'node_modules/@farebox', name), strict: true });
    expect(messages.map((message) => formatMessage(message, pkg as never))).toEqual([]);
  }
  for (const tarball of tarballs) {
    const analysis = await checkPackage(createPackageFromTarballData(readFileSync(tarball)));
    expect(analysis.types === false ? ['no types'] : analysis.problems.filter((each) => !isByDesign(each))).toEqual([]);
  }
});

/** ES modules only, as packages/sdk. */
const isByDesign = (problem: Problem): boolean =>
  problem.kind === 'CJSResolvesToESM' || ('resolutionKind' in problem && problem.resolutionKind === 'node10');

/** Places of createRunner by default. */
const CONCURRENCY = 8;

const USER = `import { createRunner, type Run, type RunOutcome } from '@farebox/runner';
createRunner({ secrets: [], tools: { 'acme-a': ({ arguments: { size } }: Run<{ size: number }>): RunOutcome => ({ units: size }) } });
// @ts-expect-error -- units are a number
createRunner({ secrets: [], tools: { 'acme-a': () => ({ units: '1' }) } });
// @ts-expect-error -- a cost is text
createRunner({ secrets: [], tools: { 'acme-a': () => ({ cost: { usd: 0.1 } }) } });
// @ts-expect-error -- no such argument
createRunner({ secrets: [], tools: { 'acme-a': ({ arguments: { sise } }: Run<{ size: number }>) => ({ units: sise }) } });
`;

test('a compiler checks the arguments and the outcome of a tool, and the examples of the README', async () => {
  writeFileSync(join(user(), 'types.ts'), USER);
  const options = '--ignoreConfig --noEmit --strict --module nodenext --target es2024 --types node'.split(' ');
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types')];
  const command = [join(ROOT, 'node_modules/.bin/tsc'), ...options, ...types, 'types.ts', 'example.ts', 'pull.ts'];
  expect(await runProcess({ command, cwd: user() })).toBe('');
});

const RUNTIMES: readonly {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly version: RegExp;
}[] = [
  { name: 'Node', command: [process.execPath], version: /^v/ },
  { name: 'Bun', command: ['bun', 'run'], version: /^1\./ },
  { name: 'Deno', command: ['deno', 'run', '--allow-all'], version: /^deno 2\./ },
];

function isThere({ name, command: [program], version }: (typeof RUNTIMES)[number]): boolean {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  const found = version.test(stdout ?? '');
  if (!found) process.stdout.write(`skipped: no ${name} on PATH\n`);
  return found;
}

test.for(RUNTIMES)(
  'the example of the README does the work of a run on $name',
  async ({ name, command, version }, { skip }) => {
    if (!isThere({ name, command, version })) return skip();
    const port = await freePort();
    const directory = join(folder, name);
    mkdirSync(directory);
    const env = { PORT: String(port), RUNS: join(directory, 'runs'), FAREBOX_RUNNER_SECRETS: SECRET };
    const program = startProgram({ name: 'runner', directory, command: [...command, join(user(), 'example.ts')], env });
    await using files = await openFiles();
    try {
      const log = (): string => readFileSync(join(directory, 'runner.log'), 'utf8');
      await program.ready(() => Promise.resolve(log().includes('listening')), 60_000);
      const overHttp = (request: Request): Promise<Response> =>
        fetch(new Request(`http://127.0.0.1:${port}${new URL(request.url).pathname}`, request));
      const output = files.output();
      const body = startOf({
        tool: 'acme-upper-case',
        arguments: { source: { input: 0 }, prefix: '> ' },
        inputs: [files.input(new TextEncoder().encode('text'))],
        outputs: [output],
      });
      const { reply } = await start(overHttp, newToken(), body);
      expect(reply).toEqual({ status: 'succeeded', artifacts: [{ put: 0 }], result: { characters: 4 }, units: 1 });
      expect(files.uploads.get(output.put)?.bytes.toString()).toBe('> TEXT');
      expect((await overHttp(requestOf({ method: 'GET', token: 'exe_1.0', nowSeconds: 1 }))).status).toBe(401);
    } finally {
      await program.stop();
    }
  },
);

test.for(RUNTIMES)('the example of the README pulls runs on $name', async (runtime, { skip }) => {
  if (!isThere(runtime)) return skip();
  await using door = await openTestDoor();
  const directory = join(folder, `${runtime.name}-pull`);
  mkdirSync(directory);
  const env = { FAREBOX_URL: door.url, FAREBOX_RUNNER_KEY: KEY };
  const command = [...runtime.command, join(user(), 'pull.ts')] as const;
  const program = startProgram({ name: 'runner', directory, command, env });
  try {
    await program.ready(() => Promise.resolve(door.waiting() === CONCURRENCY), 60_000);
    const run = door.offer({ tool: 'acme-reverse', arguments: { text: 'abc' } });
    expect(await run.ended).toEqual({ status: 'succeeded', artifacts: [], result: { text: 'cba' } });
  } finally {
    await program.stop();
  }
  expect(door.waiting()).toBe(0);
});
