/** The runner for Python as it is published: built, installed in an empty environment, and called by the other side in TypeScript. */
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, runProcess, startProgram } from '@farebox/testing';
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest';
import { KEY, openTestDoor } from './testing/door.ts';
import { cancel, find, newToken, openFiles, requestOf, SECRET, start, startOf } from './testing/farebox.ts';

const ROOT = join(import.meta.dirname, '../../..');
const PACKAGE = join(ROOT, 'packages/runner-python');
const README = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
const [EXAMPLE = '', PULL_EXAMPLE = ''] = [...README.matchAll(/^```python\n(.*?)^```$/gms)].map(([, text]) => text);
const DEV = /^dev = \[(.+)\]$/m.exec(readFileSync(join(PACKAGE, 'pyproject.toml'), 'utf8'))?.[1] ?? '';

let folder: string;
/** Folder of the programs of an environment; null if this machine cannot install the packages. */
let bin: string | null;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-runner-python-'));
  bin = await installed().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unknown';
    process.stdout.write(`skipped: no Python ≥ 3.10 with venv that can build the runner: ${reason}\n`);
    return null;
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function installed(): Promise<string> {
  const make = join(ROOT, 'packages/bundle/src/publish/main.ts');
  const packed = join(folder, 'packed');
  await Promise.all([
    runProcess({ command: [process.execPath, make, packed, 'runner-python'], cwd: folder }),
    runProcess({ command: ['python3', '-m', 'venv', 'venv'], cwd: folder }),
  ]);
  const wheel = readdirSync(packed).find((name) => name.endsWith('.whl')) ?? '';
  const pip = [join(folder, 'venv/bin/pip'), '--quiet', '--disable-pip-version-check', 'install'];
  await runProcess({ command: [...pip, '--no-index', join(packed, wheel)], cwd: folder });
  return join(folder, 'venv/bin');
}

test('the example of the README does the work of a run, in an environment with nothing else', async ({ skip }) => {
  if (bin === null) return skip();
  const port = await freePort();
  writeFileSync(join(folder, 'example.py'), EXAMPLE);
  const env = { PORT: String(port), RUNS: join(folder, 'runs'), FAREBOX_RUNNER_SECRETS: SECRET };
  const command = [join(bin, 'python'), join(folder, 'example.py')];
  const program = startProgram({ name: 'runner', directory: folder, command, env });
  const overHttp = (request: Request): Promise<Response> =>
    fetch(new Request(`http://127.0.0.1:${port}${new URL(request.url).pathname}`, request));
  await using files = await openFiles();
  try {
    const isThere = (): Promise<boolean> =>
      fetch(`http://127.0.0.1:${port}`).then(
        () => true,
        () => false,
      );
    await program.ready(isThere, 60_000);
    const output = files.output();
    const inputs = [files.input(new TextEncoder().encode('text ✓'))];
    const members = { tool: 'acme-upper-case', arguments: { source: { input: 0 } }, inputs, outputs: [output] };
    const token = newToken();
    const reply = { status: 'succeeded', artifacts: [{ put: 0 }], result: { characters: 6 }, units: 1 };
    expect(await start(overHttp, token, startOf(members))).toEqual({ status: 200, reply });
    expect(files.uploads.get(output.put)?.bytes.toString()).toBe('> TEXT ✓');
    expect(await find(overHttp, token, 1)).toEqual({ status: 200, reply });
    expect(await cancel(overHttp, newToken())).toEqual({ status: 404, reply: { status: 'not_known' } });
    expect((await overHttp(requestOf({ method: 'GET', token, nowSeconds: 1 }))).status).toBe(401);
  } finally {
    await program.stop();
  }
});

test('the example of the README pulls runs, in an environment with nothing else', async ({ skip }) => {
  if (bin === null) return skip();
  writeFileSync(join(folder, 'pull.py'), PULL_EXAMPLE);
  await using door = await openTestDoor();
  const env = { FAREBOX_URL: door.url, FAREBOX_RUNNER_KEY: KEY };
  const command = [join(bin, 'python'), join(folder, 'pull.py')] as const;
  const program = startProgram({ name: 'runner', directory: folder, command, env });
  try {
    await program.ready(() => Promise.resolve(door.waiting() === 8), 60_000);
    const run = door.offer({ tool: 'acme-reverse', arguments: { text: 'ab✓' } });
    expect(await run.ended).toEqual({ status: 'succeeded', artifacts: [], result: { text: '✓ba' } });
  } finally {
    await program.stop();
  }
  expect(door.waiting()).toBe(0);
});

/** Runs a tool of the development environment in the package. */
async function checked({ skip }: TestContext, ...command: readonly [string, ...string[]]): Promise<string> {
  if (bin === null) return skip();
  const [program, ...args] = command;
  const env = { PYTHONDONTWRITEBYTECODE: '1' };
  return runProcess({ command: [join(folder, 'dev/bin', program), ...args], cwd: PACKAGE, env });
}

test('mypy and pyright accept the package and its tests, and its own tests pass', async (context) => {
  if (bin === null) return context.skip();
  mkdirSync(join(folder, 'dev'), { recursive: true });
  await runProcess({ command: ['python3', '-m', 'venv', join(folder, 'dev')], cwd: folder });
  const wanted = [...DEV.matchAll(/"([^"]+)"/g)].map(([, entry = '']) => entry);
  const pip = [join(folder, 'dev/bin/pip'), '--quiet', '--disable-pip-version-check', 'install', '--no-compile'];
  await runProcess({ command: [...pip, ...wanted], cwd: folder });
  expect(await checked(context, 'python', '-m', 'pytest', '-q', '--tb=short')).toMatch(/^\d+ passed/m);
  expect(await checked(context, 'mypy', '--cache-dir', join(folder, 'mypy'))).toMatch(/^Success: /);
  expect(await checked(context, 'pyright', '--pythonpath', join(folder, 'dev/bin/python'))).toMatch(/^0 errors/m);
}, 400_000);
