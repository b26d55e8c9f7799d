import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startProcess } from '@farebox/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { recordingContext } from '../testing/recording-context.ts';
import { MEANING } from './exit-codes.ts';
import { run } from './run.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');

async function ran(...args: string[]) {
  const context = recordingContext();
  const code = await run(args, context);
  return { code, said: context.said.join('\n'), told: context.told.join('\n') };
}

for (const args of [
  ['start', '--prot', '1'],
  ['start', '--port', '0'],
  ['start', '--port', '80a'],
  ['start', '--port'],
  ['start', 'stray'],
  ['session', '--port', '1'],
  ['session', '--minutes', '721'],
  ['backup'],
  ['backup', 'one', 'two'],
  ['strat'],
]) {
  test(`"${args.join(' ')}" is refused in one line, before anything is tried`, async () => {
    const { code, said, told } = await ran(...args);
    expect([code, said]).toEqual([2, '']);
    expect(told).toMatch(/^farebox: .+$/);
  });
}

test('a misspelt command gets the right spelling as a suggestion', async () => {
  expect((await ran('strat')).told).toContain('Did you mean start?');
});

test('requested help exits with 0, and lists every exit code', async () => {
  const { code, said, told } = await ran('--help');
  expect([code, told]).toEqual([0, '']);
  for (const meaning of Object.values(MEANING)) expect(said).toContain(meaning);
  expect((await ran('help', 'backup')).said).toMatch(/<file>[\s\S]+Example:/);
});

test('without a command the help lists all commands, and says that nothing was done', async () => {
  const { code, said, told } = await ran();
  expect([code, said]).toEqual([2, '']);
  expect(told).toContain('Commands:');
});

test('completions include nouns, verbs and the choices of an option', async () => {
  const completed = async (...words: string[]): Promise<string> => {
    const lines: string[] = [];
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    await ran('complete', '--', ...words);
    log.mockRestore();
    return lines.join('\n');
  };
  expect(await completed('key', 're')).toMatch(/^revoke\b/m);
  expect(await completed('key', 'issue', '--scopes', '')).toMatch(/^tools:execute\b/m);
});

test('npx finds the command in the checkout without the registry, and reserves standard output for it', async () => {
  const command = ['npx', 'farebox', 'complete', '--', 'st'];
  // npx keeps a link to each folder's commands in its cache, and would answer with those of an earlier checkout.
  const cache = await mkdtemp(join(tmpdir(), 'npx-'));
  onTestFinished(async () => rm(cache, { recursive: true }));
  const { code, stdout } = await startProcess({
    command,
    cwd: ROOT,
    env: { npm_config_offline: 'true', npm_config_cache: cache },
    stderr: 'keep',
  }).ended;
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^start\t.+\n:4\n$/)]);
});
