/** Clients that known generators make from the OpenAPI document: one compiles, the other does the main job. */
// Modes: embedded.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { gatewayUrl } from './client/connect.ts';
import { newIdempotencyKey } from './client/executions.ts';
import { identitiesOf } from './client/identities.ts';
import { png } from './samples/images.ts';

const SOURCES = join(import.meta.dirname, 'generated');
const BIN = join(import.meta.dirname, 'node_modules/.bin');
const PYTHON_GENERATOR = 'openapi-python-client==0.29.1';
const STEP_LIMIT_MS = 90_000;
/** The document is the same in every mode: making a client in Python, which fetches its generator, is done once. */
const isElsewhere = inject('mode') !== 'embedded';

let folder: string;
const run = (command: string, ...args: readonly string[]): string =>
  execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: 'pipe', timeout: STEP_LIMIT_MS });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farebox-clients-'));
  const document = await fetch(`${gatewayUrl()}/openapi.json`);
  writeFileSync(join(folder, 'openapi.json'), await document.text());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// issue 11.16: "compiling a small session with two generators (openapi-typescript and a Python one)"
test('types made by openapi-typescript tell executions apart by status and errors by message', () => {
  run(join(BIN, 'openapi-typescript'), 'openapi.json', '--output', 'api.d.ts');
  copyFileSync(join(SOURCES, 'session.ts'), join(folder, 'session.ts'));
  const options = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--module', 'nodenext', '--target', 'es2024'];
  const typescript = join(import.meta.dirname, '../../node_modules/.bin/tsc');
  expect(run(typescript, ...options, '--allowImportingTsExtensions', '--ignoreConfig', 'session.ts')).toBe('');
});

function pythonWithGenerator(): string | null {
  try {
    run('python3', '-m', 'venv', 'python');
    run(join(folder, 'python/bin/pip'), 'install', '--quiet', '--disable-pip-version-check', PYTHON_GENERATOR);
    return join(folder, 'python/bin');
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : 'unknown';
    process.stdout.write(`skipped: no Python ≥ 3.11 with venv that can install ${PYTHON_GENERATOR}: ${reason}\n`);
    return null;
  }
}

// issue 11.16: "compiling a small session with two generators (openapi-typescript and a Python one)"
test('a client made by openapi-python-client does the main job', async (context) => {
  if (isElsewhere) {
    process.stdout.write(
      'left to the embedded mode: a client in Python is made once, by npm test -- conformance-embedded\n',
    );
    return context.skip();
  }
  const bin = pythonWithGenerator();
  if (bin === null) return context.skip();
  mkdirSync(join(folder, 'session'));
  const options = ['--path', 'openapi.json', '--output-path', 'session/farebox_client', '--meta', 'none'];
  const said = run(join(bin, 'openapi-python-client'), 'generate', ...options);
  expect(said).not.toMatch(/unsupported|ERROR|cannot/i);
  copyFileSync(join(SOURCES, 'session.py'), join(folder, 'session/session.py'));
  writeFileSync(join(folder, 'photo.png'), await png({ width: 40, height: 30 }));
  const { key } = identitiesOf(import.meta.filename);
  const ended = run(join(bin, 'python'), 'session/session.py', gatewayUrl(), key, 'photo.png', newIdempotencyKey());
  expect(ended).toMatch(/^succeeded \d+\n$/);
});
