/** The client for Python as it is published: built, installed, checked by type checkers, and run against a real gateway. */
// Modes: embedded.
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createFarebox } from '@farebox/sdk';
import { fileStore } from '@farebox/sdk/node';
import sharp from 'sharp';
import { type TestContext, afterAll, beforeAll, expect, test } from 'vitest';
import { connect, gatewayUrl } from './client/connect.ts';
import { identitiesOf } from './client/identities.ts';
import { foreign, printed } from './client/shell.ts';
import type { Usage } from './client/wire.ts';
import { jpeg, png } from './samples/images.ts';

const keys = identitiesOf(import.meta.filename);
const PACKAGE = resolve(import.meta.dirname, '../../packages/python');
const PACK = resolve(import.meta.dirname, '../../packages/bundle/src/publish/main.ts');
const PROGRAMS = join(import.meta.dirname, 'python');
const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
const EXAMPLES = [...README.matchAll(/^```python\n(.*?)^```$/gms)].map(([, code = '']) => code);
const MANIFEST = readFileSync(join(PACKAGE, 'pyproject.toml'), 'utf8');
const listed = (name: string): string[] => {
  const [, list = ''] = new RegExp(`^${name} = \\[(.+)\\]$`, 'm').exec(MANIFEST) ?? [];
  return [...list.matchAll(/"([^"]+)"/g)].map(([, entry = '']) => entry);
};

let folder: string;
/** Folder of the programs of an environment with the client; null if this machine cannot install it. */
let bin: string | null;
/** They need no gateway, and run beside the other tests. */
let checks: Promise<readonly Check[]>;

interface Check {
  readonly code: number | null;
  readonly text: string;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-python-'));
  writeFileSync(join(folder, 'photo.jpg'), await jpeg({ width: 400, height: 300 }));
  writeFileSync(join(folder, 'photo.png'), await png({ width: 40, height: 30 }));
  writeFileSync(join(folder, 'examples.py'), EXAMPLES.join('\n'));
  for (const program of ['main_job.py', 'killed.py']) copyFileSync(join(PROGRAMS, program), join(folder, program));
  bin = await installed().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unknown';
    process.stdout.write(`skipped: no Python ≥ 3.10 with venv that can install the client: ${reason}\n`);
    return null;
  });
  checks = bin === null ? Promise.resolve([]) : Promise.all([typesByMypy(), typesByPyright(bin), ownTests()]);
});
afterAll(async () => {
  await checks;
  rmSync(folder, { recursive: true, force: true });
});

async function installed(): Promise<string> {
  await printed(['python3', '-m', 'venv', 'venv'], folder);
  const programs = join(folder, 'venv/bin');
  const pip = (...args: readonly string[]) =>
    printed([join(programs, 'pip'), '--quiet', '--disable-pip-version-check', ...args], folder);
  await Promise.all([
    printed([process.execPath, PACK, join(folder, 'dist'), 'python'], folder),
    pip('install', '--no-compile', ...listed('dependencies'), ...listed('dev')),
  ]);
  const [wheel = ''] = readdirSync(join(folder, 'dist')).filter((name) => name.endsWith('.whl'));
  await pip('install', join('dist', wheel));
  return programs;
}

async function inPackage(command: string, ...args: readonly string[]): Promise<Check> {
  const env = { PYTHONDONTWRITEBYTECODE: '1' };
  const { code, stdout, stderr } = await foreign([join(bin ?? '', command), ...args], PACKAGE, env);
  return { code, text: code === 0 ? '' : `${stdout}${stderr}` };
}

/** The package with its tests, and then the programs of this suite with the installed package. */
async function typesByMypy(): Promise<Check> {
  const cache = ['--cache-dir', join(folder, 'mypy')];
  const own = await inPackage('mypy', ...cache);
  if (own.code !== 0) return own;
  const programs = ['examples.py', 'main_job.py', 'killed.py'].map((program) => join(folder, program));
  return inPackage('mypy', ...cache, '--config-file', '', '--strict', ...programs);
}

/** At its first use, pyright fetches its program from the npm registry. */
async function typesByPyright(programs: string): Promise<Check> {
  const { code, text } = await inPackage('pyright', '--version');
  if (code === 0) return inPackage('pyright', '--pythonpath', join(programs, 'python'));
  process.stdout.write(`pyright did not check the client: ${text.trim().split('\n').at(-1)}\n`);
  return { code: 0, text: '' };
}

const ownTests = (): Promise<Check> => inPackage('python', '-m', 'pytest', '-q', '--tb=short');

/** Runs a program of the folder. Rejects unless it succeeds. */
async function run(context: TestContext, program: readonly string[], env: Record<string, string>): Promise<string> {
  if (bin === null) return context.skip();
  const url = { FAREBOX_URL: gatewayUrl(), ...env };
  const { code, stdout, stderr } = await foreign([join(bin, 'python'), ...program], folder, url);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

// issue 10.1: "quote → execute → wait → outputs"
test('both clients upload, run, follow, and download the verified output', async (context) => {
  const said = await run(context, ['main_job.py', 'photo.png', '.'], { FAREBOX_API_KEY: keys.keyAdmin });
  expect(said).toBe('sync succeeded\nasync succeeded\n');
});

// issue 10.1: "its README's examples run in CI"
test('the examples of the README run and produce the described results', async (context) => {
  expect(EXAMPLES).toHaveLength(4);
  const said = await run(context, ['examples.py'], { FAREBOX_API_KEY: keys.keyAdmin });
  const states = String.raw`(queued\n|running\n)*succeeded\n`;
  const sizes = String.raw`\$0\.\d+\n0 of 2: 160 px\n1 of 2: 320 px\n`;
  const refused = String.raw`Nothing was sent\. Raise the ceiling.*\n`;
  // The stream of events begins with the current state, which may be a later one, or again the first.
  expect(said).toMatch(new RegExp(`^queued\n${states}${sizes}${refused}${states}$`));
  expect(await sharp(join(folder, 'small.jpg')).metadata()).toMatchObject({ width: 200, height: 150 });
});

interface End {
  readonly mode: string;
  readonly at: number;
  readonly killed: boolean;
  readonly id: string;
}

/** A key of its own for each mode, because each mode sends almost as many requests as a key may in a minute. */
const MODES = {
  'sync run': keys.key,
  'async run': keys.key2,
  'sync batch': keys.keyOther,
  'async batch': keys.keyBurst,
};

// issue 10.1: "a crash between send and answer does not pay twice: shown by a test that kills the client at every step against a real gateway"
test('a client that is killed at any contact with the outside and restarted pays once', async (context) => {
  const projects = [keys.key, keys.keyOther, keys.keyBurst].map((key) => connect(key));
  const settled = (): Promise<number[]> =>
    Promise.all(projects.map(async (project) => (await project.get<Usage>('/tools/usage')).data.settledRequests));
  const before = await settled();
  const said = await run(context, ['killed.py', 'stores'], { FAREBOX_KEYS: JSON.stringify(MODES) });
  const ends = said
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as End);
  expect(new Set(ends.map(({ id }) => id)).size).toBe(ends.length);
  for (const mode of Object.keys(MODES)) {
    const own = ends.filter((end) => end.mode === mode);
    expect(own).toHaveLength(16);
    expect(own.filter(({ killed }) => killed).length).toBeGreaterThanOrEqual(10);
  }
  const after = await settled();
  expect(after.map((count, at) => count - (before[at] ?? 0))).toEqual([32, 16, 16]);
  const named = ends.find(({ mode, at }) => mode === 'sync run' && at === 2);
  expect(await boughtAgain('sync run', 2)).toBe(named?.id);
}, 900_000); // 128 processes of Python, one after another on a starved machine

/** The client for TypeScript asks for the same name with the directory of the client for Python. */
async function boughtAgain(mode: keyof typeof MODES, at: number): Promise<string> {
  const store = fileStore(join(folder, 'stores', `${mode} ${at}`));
  const farebox = createFarebox({ baseUrl: gatewayUrl(), apiKey: MODES[mode], store });
  const options = { ceiling: 0, request: `${mode} killed at ${at}` };
  return (await farebox.run('image-analyze', { source: { fileId: 'file_sample_photo' } }, options)).execution.id;
}

// issue 10.1: "errors one can switch on, exhaustively"
test('mypy and pyright accept the client, its tests and its examples, and its own tests pass', async (context) => {
  if (bin === null) return context.skip();
  const texts = (await checks).map(({ text }) => text);
  expect(texts).toEqual(['', '', '']);
});
