/** For tests: the batch commands against a running system. */
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startProcess } from '@farebox/testing';
import { expect } from 'vitest';
import { killing } from './relaying.ts';
import type { Ask } from './running.ts';
import type { typist } from './typing.ts';
import { usageOf } from './usage.ts';

interface User {
  readonly ask: Ask;
  readonly farebox: ReturnType<typeof typist>;
  readonly env: Readonly<Record<string, string>>;
  readonly key: string;
  readonly baseUrl: string;
  /** Folder in which commands are typed. */
  readonly work: string;
}

interface Line {
  readonly index: number;
  readonly execution: { readonly id: string; readonly status: string; readonly chargedMicros: number };
}

const MAIN = join(import.meta.dirname, '../main.ts');
const linesOf = (text: string): Line[] =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

/** Runs a batch, reads it, and runs some that fail, as a user types them. */
export async function batches(user: User): Promise<void> {
  const { ask, farebox, work } = user;
  const inputs = (...widths: readonly number[]): string =>
    widths.map((width) => `${JSON.stringify({ source: { path: 'photo.jpg' }, width })}\n`).join('');
  writeFileSync(join(work, 'sizes.jsonl'), inputs(21, 22));
  const before = await usageOf(ask);
  const line = 'batch run image-resize sizes.jsonl -o made/results.jsonl';
  const refused = async (typed: string, code: number, words: RegExp): Promise<void> => {
    const end = await farebox(typed);
    expect([typed, end.code, end.told]).toEqual([typed, code, expect.stringMatching(words)]);
  };
  await refused(`${line} --max 0.000001`, 6, /--max 0.000001 USD/);
  await refused(`${line} --ask-above 0`, 5, /no terminal to confirm it/);
  writeFileSync(join(work, 'list.jsonl'), `${inputs(21)}[]\n`);
  await refused('batch run image-resize list.jsonl', 2, /line 2 is not a JSON object/);
  writeFileSync(join(work, 'wrong.jsonl'), `${inputs(21)}\n${inputs(0)}`);
  await refused('batch run image-resize wrong.jsonl', 2, /line 3: .*width must be >= 1/);
  await refused('batch run image-resize none.jsonl', 2, /no file none.jsonl/);
  expect(await usageOf(ask)).toEqual(before);

  const { code, told } = await farebox(line);
  const words = /^(bat_\w+) image-resize: 2 succeeded of 2; charged [\d.]+ USD/;
  expect([code, told]).toEqual([0, expect.stringMatching(words)]);
  const id = words.exec(told)?.[1];
  const results = linesOf(readFileSync(join(work, 'made/results.jsonl'), 'utf8'));
  expect(results.map(({ index, execution }) => [index, execution.status])).toEqual([
    [0, 'succeeded'],
    [1, 'succeeded'],
  ]);
  await refused(line, 2, /results.jsonl already exists/);
  expect(linesOf((await farebox(`batch results ${id}`)).bytes.toString())).toEqual(results);
  expect((await farebox(`batch get ${id} --wait`)).said).toMatch(words);
  expect((await farebox(`batch cancel ${id}`)).said).toMatch(words);
  const listed = JSON.parse((await farebox('batch list --limit 1 --json')).said) as { batches: { id: string }[] };
  expect(listed.batches.map((batch) => batch.id)).toEqual([id]);
  const after = await usageOf(ask);
  expect(after.settledRequests - before.settledRequests).toBe(2);

  await downloads(user, `${id}`);
  const mixed = await farebox('batch run rehearsal -', { input: Buffer.from('{}\n{"outcome":"fail"}\n') });
  expect([mixed.code, mixed.told]).toEqual([7, expect.stringMatching(/1 succeeded, 1 failed of 2/)]);
  expect(linesOf(mixed.bytes.toString()).map(({ execution }) => execution.status)).toEqual(['succeeded', 'failed']);
  for (const signal of ['SIGKILL', 'SIGINT'] as const) await killed(user, signal);
}

const FILES = ['0.image-resize.jpg', '1.image-resize.jpg'];

/** Downloads the files of a batch that has ended, and of a new one, which refuses to mix its files with others. */
async function downloads({ ask, farebox, work }: User, id: string): Promise<void> {
  const before = await usageOf(ask);
  const { code, bytes } = await farebox(`batch results ${id} --download got/`);
  const lines = bytes.toString().trim().split('\n');
  const files = lines.map((line) => (JSON.parse(line) as { readonly files: readonly string[] }).files);
  expect([code, files]).toEqual([0, FILES.map((name) => [join(work, 'got', name)])]);
  expect(readdirSync(join(work, 'got')).toSorted()).toEqual(FILES);
  const again = await farebox(`batch results ${id} --download got/`);
  expect([again.code, again.told]).toEqual([2, expect.stringMatching(/0\.image-resize\.jpg already exists/)]);
  const taken = await farebox('batch run image-resize sizes.jsonl --download got/');
  expect([taken.code, taken.told]).toEqual([2, expect.stringMatching(/0\.image-resize\.jpg already exists/)]);
  const folder = await farebox('batch run image-resize sizes.jsonl -o got/');
  expect([folder.code, folder.told]).toEqual([2, expect.stringContaining('--download got/')]);
  expect(await usageOf(ask)).toEqual(before);
}

/** Kills the command after its batch is accepted, before it receives the response. */
async function killed({ ask, farebox, env, key, baseUrl, work }: User, signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  const before = await usageOf(ask);
  let kill = (): void => {};
  await using between = await killing(baseUrl, () => kill());
  const typed = { ...env, FAREBOX_API_KEY: key, FAREBOX_URL: between.url };
  const line = `batch run image-resize sizes.jsonl -o ${signal}.jsonl --download ${signal}-files`;
  const first = startProcess({ command: [process.execPath, MAIN, ...line.split(' ')], env: typed });
  kill = () => void process.kill(first.pid, signal);
  expect((await first.ended).code).toBe(signal === 'SIGINT' ? 8 : null);
  expect(existsSync(join(work, `${signal}.jsonl`))).toBe(false);
  mkdirSync(join(work, `${signal}-files`));
  writeFileSync(join(work, `${signal}-files`, '0.image-resize.jpg'), 'of another command');
  const kept = await farebox(line, { env: typed, where: [] });
  expect([kept.code, kept.told]).toEqual([
    1,
    expect.stringMatching(/0\.image-resize\.jpg already exists: use --force/),
  ]);
  rmSync(join(work, `${signal}-files`, '0.image-resize.jpg'));
  const { code, said } = await farebox(`${line} --json`, { env: typed, where: [] });
  expect([code, JSON.parse(said)]).toEqual([0, expect.objectContaining({ isResumed: true })]);
  const results = linesOf(readFileSync(join(work, `${signal}.jsonl`), 'utf8'));
  expect(readdirSync(join(work, `${signal}-files`)).toSorted()).toEqual(FILES);
  const { settledRequests, chargedMicros } = await usageOf(ask);
  expect(settledRequests - before.settledRequests).toBe(2);
  const cost = results.reduce((sum, { execution }) => sum + execution.chargedMicros, 0);
  expect(chargedMicros - before.chargedMicros).toBe(cost);
  const again = await farebox(`${line} --force --max 0`, { env: typed, where: [] });
  expect([again.code, again.told]).toEqual([6, expect.stringContaining('--max')]);
}
