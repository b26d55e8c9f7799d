/** A new tool is a folder that passes lint and test as it is: made, installed from the packed packages, started and tested. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runProcess, startProcess } from '@farebox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../program/run.ts';
import { recordingContext } from '../testing/recording-context.ts';

const PACK = join(import.meta.dirname, '../../../bundle/src/publish/main.ts');

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'farebox-tool-new-'))));
afterAll(() => rmSync(folder, { recursive: true }));

async function typed(...words: readonly string[]) {
  const { PATH = '', HOME = '' } = process.env;
  const context = recordingContext({ env: { INIT_CWD: folder, PATH, HOME } });
  const code = await run(['tool', ...words], context);
  return { code, said: context.said.join('\n'), told: context.told.join('\n') };
}

/** @returns null on success, else why the packages cannot be made or installed here. */
const problemOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => String(error).slice(0, 200),
  );

const LANGUAGES = [
  {
    kind: 'typescript',
    packages: ['runner-protocol', 'runner'],
    install: [['npm', 'install', '--offline', '--no-audit', '--no-fund', '--silent']],
  },
  {
    kind: 'python',
    packages: ['runner-python'],
    install: [
      ['python3', '-m', 'venv', '.venv'],
      ['.venv/bin/pip', 'install', '--quiet', '--no-index', '-r', 'requirements.txt'],
    ],
  },
];

const KINDS = [[], ['--pull']].flatMap((options) => LANGUAGES.map((each) => ({ ...each, options })));

test.for(KINDS)(
  'a new tool in $kind passes lint and test $options',
  { timeout: 300_000 },
  async ({ kind: language, packages, install, options }, context) => {
    const kind = options.length === 0 ? language : `${language}-pull`;
    const [packed, tool] = [join(folder, `${kind}-packed`), join(folder, `acme-${kind}`)];
    const made = await problemOf(runProcess({ command: [process.execPath, PACK, packed, ...packages], cwd: folder }));
    if (made !== null && language === 'python') {
      process.stdout.write(`skipped: the runner for Python cannot be made here: ${made}\n`);
      return context.skip();
    }
    expect(made).toBeNull();
    expect(await typed('new', `acme-${kind}`, `--${language}`, ...options, '--packages', packed)).toMatchObject({
      code: 0,
    });
    for (const command of install) await runProcess({ command, cwd: tool });
    expect(await typed('lint', join(tool, 'farebox.yaml'))).toMatchObject({ code: 0 });
    const tested = await typed('test', `acme-${kind}`);
    expect(tested).toMatchObject({
      code: 0,
      told: '',
      said: expect.stringMatching(/^case 1 succeeded .*\ncase 2 succeeded /),
    });
  },
);

test.each([
  ['20.20.2', 1],
  ['22.17.1', 1],
  ['22.18.0', 0],
  ['24.0.0', 0],
])('with Node %s, npm start of a new tool in TypeScript ends with %i before the runner', async (version, code) => {
  const name = `acme-node-${version.replaceAll('.', '-')}`;
  expect(await typed('new', name, '--typescript')).toMatchObject({ code: 0 });
  const { scripts } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly prestart: string };
  };
  // Says that it is another version before the check reads it.
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`;
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}`,
  };
  const ended = await startProcess({ command: ['sh', '-c', scripts.prestart], cwd: folder, env, stderr: 'keep' }).ended;
  expect(ended).toMatchObject({
    code,
    stderr: code === 0 ? '' : `runner.mts needs Node 22.18 or later on PATH; this is ${version}\n`,
  });
});

test('a folder that exists, a name that is no tool and a missing language make nothing', async () => {
  expect(await typed('new', 'acme-a')).toMatchObject({ code: 2, told: expect.stringContaining('--python') });
  expect(await typed('new', 'image-a', '--python')).toMatchObject({
    code: 2,
    told: expect.stringContaining('reserved'),
  });
  expect(await typed('new', 'Acme: A', '--python')).toMatchObject({ code: 2 });
  expect(existsSync(join(folder, 'image-a'))).toBe(false);
  expect(await typed('new', 'acme-b', '--python')).toMatchObject({
    code: 0,
    told: expect.stringMatching(/npm run packages -- packed .* --packages packed[\s\S]*\nNext: cd acme-b && /),
  });
  expect(await typed('new', 'acme-b', '--python')).toMatchObject({ code: 2, told: expect.stringContaining('exists') });
  const bare = await typed('new', 'acme-c', '--python', '--packages', '.');
  expect(bare).toMatchObject({ code: 2, told: expect.stringContaining('npm run packages') });
  expect(existsSync(join(folder, 'acme-c'))).toBe(false);
});

test('a runner that does not start is told with its output', async () => {
  expect((await typed('new', 'acme-d', '--python')).code).toBe(0);
  const words = ['acme-d', '--start', 'echo no model file; exit 3'];
  expect(await typed('test', ...words)).toMatchObject({
    code: 1,
    told: expect.stringMatching(/does not listen .*\nno model/),
  });
});
