/**
 * The examples of own tools: each page's commands are executed in a copy of its folder, beside a system that runs here. The copy has
 * nothing else, as a reader's folder has not.
 */
import { cpSync, chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { freePort, runProcess, startProcess } from '@farebox/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Started, startFrom } from './started.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const EXAMPLES = join(ROOT, 'examples');
/** A first installation downloads 150 MB. */
const LIMIT_MS = 600_000;
const SESSION = 'farebox() { npm --prefix "$FAREBOX" run --silent farebox -- "$@"; }';

let folder: string;
let system: Started;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-examples-'));
  chmodSync(folder, 0o755);
  system = await startFrom((path) => join(ROOT, path));
});
afterAll(async () => {
  await system.stop();
  rmSync(folder, { recursive: true, force: true });
});

const blocksOf = (page: string): string =>
  Array.from(
    readFileSync(join(EXAMPLES, page), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm),
    ([, block]) => block,
  ).join('');

/** Replaces a text that the pages must have. */
function changed(text: string, from: string, to: string): string {
  expect(text).toContain(from);
  return text.replaceAll(from, to);
}

/** The commands of the common page and of the example, for the system and the ports of this test. */
function commandsOf(name: string, port: { readonly shown: string; readonly free: number }): string {
  const { baseUrl } = JSON.parse(readFileSync(join(system.folder, 'runtime.json'), 'utf8')) as { baseUrl: string };
  const client = `'${process.execPath}' '${ROOT}/packages/cli/src/main.ts'`;
  const here = `farebox() {
  case "$1 \${2-}" in "run "* | "pipeline "* | "usage "* | "tool import") ${client} "$@" ;; *) ${client} "$@" --data-dir '${system.folder}' ;; esac
}
export FAREBOX_URL=${baseUrl} PATH='${dirname(process.execPath)}':"$PATH"`;
  const common = changed(blocksOf('README.md'), '$(cd ../.. && pwd)', `'${ROOT}'`);
  const own = blocksOf(`${name}/README.md`).replaceAll('$FAREBOX/.farebox', system.folder);
  return `${changed(common, SESSION, here)}${changed(own, port.shown, String(port.free))}`;
}

/** @returns null, or why this machine cannot have the third-party packages of an example. */
function problemOf(command: string): Promise<string | null> {
  const cwd = mkdtempSync(join(folder, 'probe-'));
  return runProcess({ command: ['bash', '-euc', command], cwd }).then(
    () => null,
    (error: unknown) => String(error).slice(0, 300),
  );
}

/** Copies the example, and executes its page. The runner ends with the shell. */
async function followed(name: string, shown: string): Promise<{ readonly here: string; readonly printed: string }> {
  const [from, here] = [join(EXAMPLES, name), join(folder, name)];
  const list = ['git', 'ls-files', '--others', '--cached', '--exclude-standard'];
  const files = (await runProcess({ command: list, cwd: from })).split('\n').filter(Boolean);
  for (const file of files) cpSync(join(from, file), join(here, file));
  const port = { shown, free: await freePort() };
  const manifest = join(here, 'farebox.yaml');
  writeFileSync(manifest, changed(readFileSync(manifest, 'utf8'), port.shown, String(port.free)));
  const script = `set -eu -o pipefail\ntrap 'kill $(jobs -p) 2> kill.txt || true' EXIT\n${commandsOf(name, port)}`;
  const env = { INIT_CWD: here, XDG_CONFIG_HOME: join(folder, `${name}-config`) };
  const command = ['bash', '-c', script];
  const { code, stdout, stderr } = await startProcess({ command, cwd: here, env, stderr: 'keep' }).ended;
  expect(code, `${stdout}${stderr}`).toBe(0);
  return { here, printed: stdout };
}

/** The outputs that the page shows; ids differ. */
function expectShown(name: string, printed: string): void {
  const shown = readFileSync(join(EXAMPLES, name, 'README.md'), 'utf8').matchAll(/^```text\n([\s\S]*?)^```$/gm);
  const withoutIds = (text: string): string => text.replaceAll(/exe_\w{26}/g, 'exe_…');
  for (const [, block = ''] of shown) expect(withoutIds(printed)).toContain(withoutIds(block));
}

function skipped(reason: string): void {
  process.stdout.write(`skipped: ${reason}\n`);
}

interface Line {
  readonly text: string;
  readonly box: readonly (readonly number[])[];
}

/** @returns why the Python of this machine cannot follow an example, or null. */
const pythonProblem = (minor: number, packages: string): Promise<string | null> =>
  problemOf(
    `python3 -m venv . && bin/python -c 'import sys; sys.exit(sys.version_info < (3, ${minor}))' &&
    bin/pip download --quiet --no-deps --ignore-requires-python ${packages}`,
  );

const resultIn = (printed: string): unknown => JSON.parse(/^\{\n[\s\S]*?^\}$/m.exec(printed)![0]);
const INVOICE = ['INVOICE4711', 'Hold,settle,refund'];
const SOLD_ONCE = /^settledRequests +1\ncharged +0\.0016 USD\nheld +0\.00 USD\navailable +4\.9984 USD$/m;
const wordsOf = (lines: readonly { readonly text: string }[]): readonly string[] =>
  lines.map(({ text }) => text.replaceAll(' ', ''));

test('the text of a picture is sold by the started megapixel', { timeout: LIMIT_MS }, async ({ skip }) => {
  const problem = await pythonProblem(10, 'rapidocr-onnxruntime');
  if (problem !== null) {
    skipped(`no Python ≥ 3.10 with venv, or no rapidocr-onnxruntime: ${problem}`);
    return skip();
  }
  const { printed } = await followed('read-text-python', '9400');
  expectShown('read-text-python', printed);
  const { lines } = resultIn(printed) as { readonly lines: readonly Line[] };
  expect(wordsOf(lines)).toEqual(INVOICE);
  const [first, second] = lines.map(({ box }) => box.map(([, y = 0]) => y));
  expect(Math.max(...first!)).toBeLessThan(Math.min(...second!));
  expect(printed).toMatch(SOLD_ONCE);
});

test('a tool of an MCP server that nobody here wrote is sold without code', { timeout: LIMIT_MS }, async ({ skip }) => {
  const problem = await pythonProblem(11, 'rapidocr-mcp mcp-proxy');
  if (problem !== null) {
    skipped(`no Python ≥ 3.11 with venv, or no rapidocr-mcp and mcp-proxy: ${problem}`);
    return skip();
  }
  const { printed } = await followed('mcp', '9402');
  expectShown('mcp', printed);
  expect(wordsOf((resultIn(printed) as { readonly result: readonly Line[] }).result)).toEqual(INVOICE);
  expect(printed).toMatch(SOLD_ONCE);
});

/** The largest deviation of a colour in the middle of each large pixel of the hidden region. */
async function deviation(picture: string): Promise<number> {
  const places = Array.from({ length: 25 * 17 }, (_, index) => [index % 25, Math.floor(index / 25)] as const);
  const worst = places.map(async ([column, row]) => {
    const area = { left: 400 + column * 32 + 8, top: 266 + Math.round((row * 534) / 17) + 8, width: 16, height: 16 };
    const part = await sharp(picture).extract(area).png().toBuffer();
    return Math.max(...(await sharp(part).stats()).channels.map(({ stdev }) => stdev));
  });
  return Math.max(...(await Promise.all(worst)));
}

/** The mean difference of the colours above the hidden region. */
async function difference(one: string, other: string): Promise<number> {
  const area = { left: 0, top: 0, width: 1600, height: 260 };
  const [a, b] = await Promise.all([one, other].map((path) => sharp(path).extract(area).raw().toBuffer()));
  return a!.reduce((sum, value, index) => sum + Math.abs(value - b![index]!), 0) / a!.length;
}

test('a picture with hidden regions is sold, alone and in a pipeline', { timeout: LIMIT_MS }, async ({ skip }) => {
  const problem = await problemOf('npm view --silent sharp@0.35.5 version');
  if (problem !== null) {
    skipped(`no registry with sharp: ${problem}`);
    return skip();
  }
  const { here, printed } = await followed('pixelate-typescript', '9401');
  expectShown('pixelate-typescript', printed);
  const [photo, hidden] = [join(ROOT, 'packages/files/samples/photo.jpg'), join(here, 'hidden.jpg')];
  expect(await deviation(hidden)).toBeLessThan((await deviation(photo)) / 5);
  expect(await difference(hidden, photo)).toBeLessThan(1);
  expect(await sharp(hidden).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 1067 });
  expect(await sharp(join(here, 'step-3.webp')).metadata()).toMatchObject({ format: 'webp', width: 600, height: 400 });
  expect(printed).toMatch(/^settledRequests +2$/m);

  const options = '--ignoreConfig --noEmit --strict --module nodenext --target es2024 --types node'.split(' ');
  const types = ['--typeRoots', join(ROOT, 'node_modules/@types')];
  const command = [join(ROOT, 'node_modules/.bin/tsc'), ...options, ...types, 'runner.mts'] as const;
  expect(await runProcess({ command, cwd: here })).toBe('');
});
