/** Runs user commands as a user types them, against a complete system on a data folder. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startProcess } from '@farebox/testing';
import { afterAll, expect, test } from 'vitest';
import { readRuntime } from '../runtime.ts';
import { batches } from '../testing/batches.ts';
import { folders } from '../testing/folders.ts';
import { largeFiles } from '../testing/large-files.ts';
import { bar, lost } from '../testing/lines.ts';
import { killing } from '../testing/relaying.ts';
import { type Ask, running } from '../testing/running.ts';
import { templates } from '../testing/templates.ts';
import { completed, type Typing, typist } from '../testing/typing.ts';
import { usageOf } from '../testing/usage.ts';
import { webhooks } from '../testing/webhooks.ts';

const PHOTO = join(import.meta.dirname, '../../../../packages/files/samples/photo.jpg');
const MAIN = join(import.meta.dirname, '../main.ts');
const directory = mkdtempSync(join(tmpdir(), 'farebox-user-'));
chmodSync(directory, 0o755);
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const data = join(directory, 'data');
const work = join(directory, 'work');
mkdirSync(work);
const env = {
  XDG_CONFIG_HOME: join(directory, 'config'),
  XDG_STATE_HOME: join(directory, 'state'),
  INIT_CWD: work,
};

const farebox = typist({ env, where: ['--data-dir', data] });

interface Ran {
  readonly execution: { readonly id: string; readonly status: string; readonly chargedMicros: number };
  readonly files: readonly string[];
  readonly isResumed: boolean;
}

async function ran(line: string, typing?: Typing): Promise<Ran> {
  const { code, said, told } = await farebox(`${line} --json`, typing);
  expect([line, code, told]).toEqual([line, 0, expect.any(String)]);
  return JSON.parse(said) as Ran;
}

async function mainJob(ask: Ask): Promise<void> {
  const before = await usageOf(ask);
  const { code, said } = await farebox('run image-resize photo.jpg --width 80 -o small.jpg');
  expect([code, said]).toEqual([
    0,
    expect.stringMatching(/small\.jpg\nimage-resize exe_\w+ succeeded, charged \d\.\d+ USD/),
  ]);
  expect(readFileSync(join(work, 'small.jpg')).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
  expect((await usageOf(ask)).settledRequests - before.settledRequests).toBe(1);

  // An existing result stays, and is not paid again.
  const again = await farebox('run image-resize photo.jpg --width 90 -o small.jpg');
  expect(again).toMatchObject({ code: 2, told: expect.stringContaining('--force') });
  expect((await usageOf(ask)).settledRequests - before.settledRequests).toBe(1);
  expect((await ran('run image-resize photo.jpg --width 90 -o small.jpg --force')).execution.status).toBe('succeeded');
  expect(readdirSync(work).filter((name) => name.startsWith('.'))).toEqual([]);
}

async function wordsOfTheSchema(): Promise<void> {
  const refused = async (line: string, words: RegExp): Promise<void> => {
    const { code, told } = await farebox(line);
    expect([line, code, told]).toEqual([line, 2, expect.stringMatching(words)]);
  };
  await refused('run image-resize photo.jpg --width 0', /^farebox: --width must be >= 1$/);
  await refused('run image-resize photo.jpg --width wide', /^farebox: --width must be integer$/);
  await refused('run image-resize photo.jpg --width 9 --fit round', /--fit must be one of inside, outside/);
  await refused('run image-resize photo.jpg', /^farebox: image-resize needs width or height$/);
  await refused('run image-resize photo.jpg --widht 9', /unknown option '--widht'.*Did you mean --width/);
  await refused('run image-resize photo.jpg --width 9 --box.left 1', /unknown option/);
  await refused('run image-resize none.jpg --width 9', /no file none.jpg/);
  await refused('run image-crop photo.jpg --box.left 1 --box.top x', /--box.top must be integer/);
  await refused('run no-such photo.jpg', /no tool no-such/);
  const help = (await farebox('run image-resize --help')).said;
  expect(help).toMatch(/--width <integer> +Target width in pixels[^-]*from\s+1\s+to\s+8192/);
  expect(help).toMatch(/--fit <choice>[\s\S]*default: "inside"/);
  expect(help).toContain('--no-allow-enlargement');
}

async function ceilings(ask: Ask): Promise<void> {
  const before = await usageOf(ask);
  const line = 'run image-resize photo.jpg --width 70 -o never.jpg';
  expect(await farebox(`${line} --max 0.000001`)).toMatchObject({
    code: 6,
    told: expect.stringContaining('--max 0.000001 USD'),
  });
  expect((await farebox(`${line} --ask-above 0`)).code).toBe(5);
  expect((await farebox(line, { env: { FAREBOX_ASK_ABOVE: '0' } })).code).toBe(5);
  expect((await farebox(`${line} --ask-above 0`, { typed: ['no'] })).code).toBe(5);
  expect(existsSync(join(work, 'never.jpg'))).toBe(false);
  expect(await usageOf(ask)).toEqual(before);
  expect((await farebox(`${line} --ask-above 0`, { typed: ['yes'] })).code).toBe(0);
  expect((await farebox('run image-resize photo.jpg --width 71 -o yes.jpg --ask-above 0 --yes')).code).toBe(0);
}

async function streams(): Promise<void> {
  const photo = readFileSync(PHOTO);
  const { code, said, told, bytes } = await farebox('run image-convert - --model png -o -', { input: photo });
  expect([code, said, told]).toEqual([0, '', expect.stringMatching(/image-convert exe_\w+ succeeded/)]);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(await farebox('run image-convert - --model png -o -', { input: Buffer.from('text') })).toMatchObject({
    code: 2,
    told: expect.stringContaining('JPEG, PNG'),
  });
}

async function everythingElse(): Promise<void> {
  const quote = JSON.parse((await farebox('quote image-resize photo.jpg --width 80 --json')).said) as object;
  expect(quote).toMatchObject({ tool: 'image-resize', maximumChargeMicros: expect.any(Number) });
  expect((await farebox('tools')).said).toMatch(/^image-resize +Resize an image +/m);
  expect(JSON.parse((await farebox('usage --json')).said)).toMatchObject({ currency: 'USD' });
  const { files } = JSON.parse((await farebox('upload photo.jpg --json')).said) as { files: { id: string }[] };
  const accepted = await ran(`run image-analyze ${files[0]?.id} --no-wait`);
  const { id } = accepted.execution;
  const ended = JSON.parse((await farebox(`get ${id} --wait --json`)).said) as Ran['execution'];
  expect(ended).toMatchObject({ id, status: 'succeeded' });
  expect(await farebox(`download ${id}`)).toMatchObject({ code: 1, told: expect.stringContaining('no file') });
  expect(await farebox(`cancel ${id}`)).toMatchObject({ code: 3, told: expect.stringMatching(/already_finished/) });
  const listed = JSON.parse((await farebox('list --limit 2 --json')).said) as { executions: { id: string }[] };
  expect(listed.executions.map((each) => each.id)).toEqual([id, expect.stringMatching(/^exe_/)]);
  const resized = await ran('run image-resize photo.jpg --width 33 --no-wait');
  await farebox(`get ${resized.execution.id} --wait`);
  expect((await farebox(`download ${resized.execution.id} -o got.jpg`)).code).toBe(0);
  expect(existsSync(join(work, 'got.jpg'))).toBe(true);
  expect((await farebox(`download ${resized.execution.id} -o got.jpg`)).code).toBe(2);
  const failed = await farebox('run rehearsal --outcome fail');
  expect([failed.code, failed.told]).toEqual([7, expect.stringMatching(/exe_\w+: failed.*charged/)]);
}

async function killed(ask: Ask, { key, signal }: { key: string; signal: 'SIGKILL' | 'SIGINT' }): Promise<void> {
  const before = await usageOf(ask);
  let kill = (): void => {};
  await using between = await killing(readRuntime(data)!.baseUrl, () => kill());
  const typed = { ...env, FAREBOX_API_KEY: key, FAREBOX_URL: between.url };
  const line = `run image-resize photo.jpg --width ${signal === 'SIGINT' ? 44 : 45} -o ${signal}.jpg`;
  const first = startProcess({ command: [process.execPath, MAIN, ...line.split(' ')], env: typed });
  kill = () => void process.kill(first.pid, signal);
  expect((await first.ended).code).toBe(signal === 'SIGINT' ? 8 : null);
  const second = await ran(line, { env: typed, where: [] });
  expect(second).toMatchObject({ isResumed: true, execution: { status: 'succeeded' } });
  const { settledRequests, chargedMicros } = await usageOf(ask);
  expect(settledRequests - before.settledRequests).toBe(1);
  expect(chargedMicros - before.chargedMicros).toBe(second.execution.chargedMicros);
  expect(existsSync(join(work, `${signal}.jpg`))).toBe(true);
  const third = await ran(line.replace('-o ', '-o again-'), { env: typed, where: [] });
  expect([third.isResumed, third.execution.id === second.execution.id]).toEqual([false, false]);
}

async function pipelines(ask: Ask): Promise<void> {
  const steps = [
    { tool: 'image-resize', arguments: { source: { path: 'photo.jpg' }, width: 60 } },
    { tool: 'image-convert', arguments: { source: { step: 0, artifact: 0 }, model: 'webp' } },
  ];
  writeFileSync(join(work, 'steps.json'), JSON.stringify(steps));
  const before = await usageOf(ask);
  const fromFile = await ran('pipeline --steps steps.json -o made.webp');
  expect(fromFile).toMatchObject({
    execution: { status: 'succeeded' },
    files: ['made-1.jpg', 'made-2.webp'].map((name) => join(work, name)),
  });
  expect((await farebox('pipeline --steps steps.json -o made.webp')).code).toBe(2);
  const wrong = [{ ...steps[0], arguments: { source: { path: 'photo.jpg' }, width: 0 } }];
  const refused = await farebox('pipeline --steps -', { input: Buffer.from(JSON.stringify(wrong)) });
  expect(refused).toMatchObject({ code: 2, told: expect.stringContaining('steps') });
  expect((await farebox('pipeline --steps -', { input: Buffer.from('[') })).told).toContain('- is not JSON');
  expect((await usageOf(ask)).settledRequests - before.settledRequests).toBe(1);
}

async function keys(key: string): Promise<void> {
  const url = readRuntime(data)!.baseUrl;
  const login = `login --profile work --url ${url}`;
  expect((await farebox(login, { input: Buffer.from('no\n'), where: [] })).code).toBe(2);
  expect((await farebox(login, { input: Buffer.from('fb_test_wrong_one\n'), where: [] })).code).toBe(3);
  const { code, said, told } = await farebox(login, { input: Buffer.from(`${key}\n`), where: [] });
  expect([code, told, said]).toEqual([0, '', expect.not.stringContaining(key)]);
  const file = join(env.XDG_CONFIG_HOME, 'farebox/keys/work.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect((await farebox('usage', { where: ['--profile', 'work'] })).code).toBe(0);
  chmodSync(file, 0o640);
  expect(await farebox('usage', { where: ['--profile', 'work'] })).toMatchObject({
    code: 2,
    told: expect.stringContaining(`chmod 600 ${file}`),
  });
  expect((await farebox('usage', { where: ['--profile', 'other'] })).code).toBe(2);
  const shown = await farebox(`login ${key}`, { where: [] });
  expect(shown).toMatchObject({ code: 2, told: expect.not.stringContaining(key) });
}

test('a user runs tools, and pays once', async () => {
  writeFileSync(join(work, 'photo.jpg'), readFileSync(PHOTO));
  await running(data, async (ask, key) => {
    await mainJob(ask);
    await wordsOfTheSchema();
    await ceilings(ask);
    await streams();
    await everythingElse();
    for (const signal of ['SIGKILL', 'SIGINT'] as const) await killed(ask, { key, signal });
    await pipelines(ask);
    await largeFiles({ farebox, work });
    await templates({ ask, farebox, ran, work });
    const user = { ask, farebox, env, key, work, baseUrl: readRuntime(data)!.baseUrl };
    await batches(user);
    await folders(user);
    await lost(user);
    await bar(user);
    await webhooks(user);
    expect(await completed(farebox, 'run image-re')).toMatch(/^image-resize\b/m);
    expect(await completed(farebox, 'run image-resize --wid')).toMatch(/^--width\b/m);
    expect(await completed(farebox, 'quote image-resize --fit cov')).toMatch(/^cover\b/m);
    await keys(key);
  });
});
