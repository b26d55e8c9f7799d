/** Results that cannot be saved: a folder without room for them costs nothing, and one that vanishes later hides no charge. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memoryStore } from '@farebox/sdk';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Environment } from '../options.ts';
import { recordingContext } from '../testing/recording-context.ts';
import { typist } from '../testing/typing.ts';
import { requireFree } from './batch-files.ts';
import type { RunFlags } from './job.ts';
import { type NewJob, runTool } from './run-tool.ts';
import { NotSaved } from './saving.ts';

const base = mkdtempSync(join(tmpdir(), 'farebox-saving-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const results = join(base, 'results');
writeFileSync(join(base, 'photo.jpg'), 'a photo');
let paid = 0;
beforeEach(() => {
  paid = 0;
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
});

const execution = { id: 'exe_1', status: 'succeeded', chargedMicros: 500, maximumChargeMicros: 600 };

/** The folder of results becomes a file while the execution runs. */
function vanishing(): void {
  paid++;
  rmSync(results, { recursive: true });
  writeFileSync(results, '');
}

const itemOf = (stem: string) => ({ source: `${stem}.jpg`, stem, args: { stem } });

function jobWith(
  flags: RunFlags,
  stems: readonly string[] = ['one'],
  asked: { env?: Environment; answers?: string[] } = {},
): NewJob {
  const store = memoryStore();
  const artifacts = [{ mimeType: 'image/jpeg', sha256: '' }];
  const farebox = {
    quote: async () => ({ maximumChargeMicros: 600 }),
    run: async () => {
      vanishing();
      return { execution, artifacts };
    },
    batches: {
      quote: async (_: string, list: object[]) => ({ items: list.map(() => ({ maximumChargeMicros: 600 })) }),
    },
    runBatch: async (_: string, list: readonly object[]) => {
      vanishing();
      const batch = { finishedAt: '2026-11-29T00:00:00.000Z' };
      return { batch, results: list.map((_each, index) => ({ index, execution, artifacts })) };
    },
    forget: store.remove,
  };
  return {
    tool: 'a-tool',
    items: stems.map(itemOf),
    flags,
    system: { farebox, store },
    context: recordingContext({ env: asked.env ?? { INIT_CWD: base } }, asked.answers),
    wordsOf: JSON.stringify,
  } as unknown as NewJob;
}

const lineIn = ({ context }: NewJob): string => (context as ReturnType<typeof recordingContext>).said.join('\n');

test.each(['photo.jpg/small.jpg', 'photo.jpg/deep/', ...(existsSync('/proc/self') ? ['/proc/small.jpg'] : [])])(
  'no output can be created at %s, which is said before anything is paid',
  async (output) => {
    const words = {
      exit: 'usage',
      message: expect.stringMatching(/^-o: no file can be created in .+; nothing was sent$/),
    };
    await expect(runTool(jobWith({ output }))).rejects.toMatchObject(words);
    await expect(runTool(jobWith({ output }, ['one', 'two']))).rejects.toMatchObject(words);
    expect(paid).toBe(0);
  },
);

test('without -o, a current folder that takes no files is confirmed before anything is paid', async () => {
  const env = { INIT_CWD: join(base, 'photo.jpg') };
  const words = {
    exit: 'unconfirmed',
    message: expect.stringMatching(
      /^this folder: no file can be created in .+; nothing was sent, .+: pass -o, or --yes$/,
    ),
  };
  for (const stems of [['one'], ['one', 'two']])
    await expect(runTool(jobWith({}, stems, { env }))).rejects.toMatchObject(words);
  await expect(runTool(jobWith({}, ['one'], { env, answers: ['no'] }))).rejects.toMatchObject({ exit: 'unconfirmed' });
  expect(paid).toBe(0);
  await expect(runTool(jobWith({}, ['one'], { env, answers: ['yes'] }))).rejects.toBeInstanceOf(NotSaved);
  await expect(runTool(jobWith({ yes: true }, ['one'], { env }))).rejects.toBeInstanceOf(NotSaved);
  expect(paid).toBe(2);
});

test('the test of an output leaves nothing behind, and a folder that is missing is still created later', async () => {
  const stopped = jobWith({ output: 'results/new/deep/', max: 1 });
  await expect(runTool(stopped)).rejects.toMatchObject({ exit: 'ceiling' });
  expect([paid, readdirSync(results)]).toEqual([0, []]);
});

test('results that cannot be saved after the payment: the execution, its charge and the next step are said', async () => {
  const words = /^exe_1 succeeded, charged 0\.0005 USD, but .*results.*; next: farebox download exe_1 -o …/;
  await expect(runTool(jobWith({ output: 'results/' }))).rejects.toMatchObject({
    exit: 'failed',
    message: expect.stringMatching(words),
  });
  expect(paid).toBe(1);
});

test('a result of many that cannot be saved is said with its execution, charge and next step', async () => {
  const job = jobWith({ output: 'results/' }, ['one', 'two']);
  await expect(runTool(job)).rejects.toMatchObject({ exit: 'failed' });
  expect(lineIn(job)).toMatch(/^one\.jpg: exe_1 succeeded, charged 0\.0005 USD, but .*next: farebox download exe_1/m);
});

test.each(['-o', '--download'])('%s of a batch is tested before anything is sent', async (option) => {
  writeFileSync(join(base, 'lines.jsonl'), '{}\n');
  const farebox = typist({ env: { INIT_CWD: base, XDG_STATE_HOME: base }, where: ['--data-dir', join(base, 'none')] });
  const { code, told } = await farebox(`batch run a-tool lines.jsonl ${option} photo.jpg/some`);
  expect([code, told]).toEqual([
    2,
    expect.stringMatching(new RegExp(`^farebox: ${option}: no file can be created in .+; nothing was sent$`)),
  ]);
});

test('the error names the file that exists, with its ending', async () => {
  for (const name of ['photo.a-tool.jpg', 'many-1.png']) writeFileSync(join(results, name), '');
  const existing = (name: string) => ({
    exit: 'usage',
    message: `${join(results, name)} already exists: --force overwrites it; nothing was sent`,
  });
  const line = (output: string, stem: string) => runTool(jobWith({ output }, [stem]));
  await expect(line('results/', 'photo.a-tool')).rejects.toMatchObject(existing('photo.a-tool.jpg'));
  await expect(line('results/many.jpg', 'photo')).rejects.toMatchObject(existing('many-1.png'));
  const context = recordingContext({ env: { INIT_CWD: base } });
  const taken = requireFree({ download: 'results' }, { tool: 'a-tool', context, count: 1 });
  await expect(taken).resolves.toBeUndefined();
  writeFileSync(join(results, '0.a-tool.jpg'), '');
  await expect(requireFree({ download: 'results' }, { tool: 'a-tool', context, count: 1 })).rejects.toMatchObject(
    existing('0.a-tool.jpg'),
  );
});
