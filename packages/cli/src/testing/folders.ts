/**
 * Commands on a folder: how many inputs run at once, Ctrl-C in the middle, and a repetition of the same line. Used by
 * tests only.
 */
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
  /** Folder in which commands are typed; it contains `photo.jpg`. */
  readonly work: string;
}

interface Row {
  readonly createdAt: string;
  readonly finishedAt: string;
}

interface Paid {
  readonly execution: { readonly chargedMicros: number };
}

const MAIN = join(import.meta.dirname, '../main.ts');

function photos(work: string, folder: string, count: number): void {
  mkdirSync(join(work, folder));
  const photo = readFileSync(join(work, 'photo.jpg'));
  for (let n = 0; n < count; n++) writeFileSync(join(work, folder, `${n}.jpg`), photo);
}

export async function folders(user: User): Promise<void> {
  await within(user);
  await bounded(user);
  await interrupted(user);
  await asOneBatch(user);
  await mostlyGone(user);
  await betweenTwo(user);
  await damaged(user);
}

/** Inputs beyond the total limit are not sent, and a repetition of the line runs the rest. */
async function within({ ask, farebox, work }: User): Promise<void> {
  photos(work, 'photos', 3);
  const before = await usageOf(ask);
  const line = 'run image-resize photos/ --width 50 -o smaller/ --concurrency 2';
  const quote = JSON.parse((await farebox('quote image-resize photo.jpg --width 50 --json')).said) as {
    maximumChargeMicros: number;
  };
  const usd = (micros: number): string => (micros / 1_000_000).toFixed(6);
  const two = usd(2 * quote.maximumChargeMicros + 1);
  const partly = await farebox(`${line} --max ${two}`);
  expect([partly.code, partly.said]).toEqual([6, expect.stringMatching(/2 of 3 done/)]);
  const spent = await usageOf(ask);
  expect(spent.settledRequests - before.settledRequests).toBe(2);
  expect(spent.chargedMicros - before.chargedMicros).toBeLessThanOrEqual(2 * quote.maximumChargeMicros);
  expect(readdirSync(join(work, 'smaller'))).toHaveLength(2);
  const rest = JSON.parse((await farebox(`${line} --max ${two} --json`)).said) as {
    items: Paid[];
    chargedMicros: number;
  };
  expect(rest.items).toHaveLength(1);
  expect(rest).toMatchObject({ chargedMicros: rest.items[0]?.execution.chargedMicros });
  expect(readdirSync(join(work, 'smaller')).toSorted()).toEqual(
    ['0', '1', '2'].map((name) => `${name}.image-resize.jpg`),
  );
  expect((await usageOf(ask)).settledRequests - before.settledRequests).toBe(3);
}

/** Computed from the database's times of acceptance and end. */
function mostAtOnce(rows: readonly Row[]): number {
  const underWay = ({ createdAt: at }: Row): number =>
    rows.filter(({ createdAt, finishedAt }) => createdAt <= at && at < finishedAt).length;
  return Math.max(...rows.map(underWay));
}

async function bounded({ ask, farebox, work }: User): Promise<void> {
  const count = 8;
  photos(work, 'many', count);
  const { code } = await farebox('run image-resize many/ --width 52 -o bounded/ --concurrency 2');
  expect(code).toBe(0);
  const { data } = await ask<{ executions: Row[] }>(`/tools/executions?tool=image-resize&limit=${count}`);
  expect(mostAtOnce(data.executions)).toBe(2);
}

async function interrupted({ ask, farebox, env, key, baseUrl, work }: User): Promise<void> {
  photos(work, 'stopped', 5);
  const before = await usageOf(ask);
  let kill = (): void => {};
  await using between = await killing(baseUrl, () => kill(), 3);
  const typed = { ...env, FAREBOX_API_KEY: key, FAREBOX_URL: between.url };
  const line = 'run image-resize stopped/ --width 53 -o resumed/ --concurrency 2';
  const first = startProcess({ command: [process.execPath, MAIN, ...line.split(' ')], env: typed });
  kill = () => void process.kill(first.pid, 'SIGINT');
  expect((await first.ended).code).toBe(8);
  const { code, said } = await farebox(`${line} --json`, { env: typed, where: [] });
  expect(code).toBe(0);
  expect(readdirSync(join(work, 'resumed'))).toHaveLength(5);
  const after = await usageOf(ask);
  expect(after.settledRequests - before.settledRequests).toBe(5);
  expect(new Set(between.keys).size).toBe(3); // batches of at most two inputs
  const items = (JSON.parse(said) as { items: readonly object[] }).items;
  expect(items.length).toBeLessThanOrEqual(5);
  expect((await farebox(line, { env: typed, where: [] })).told).toContain('skipped');
  expect(await usageOf(ask)).toEqual(after);
}

/** Starts the command and kills it after its batch is accepted, before it receives the response. */
async function killedAfter({ env, key, baseUrl }: User, line: string) {
  let kill = (): void => {};
  const between = await killing(baseUrl, () => kill());
  const typed = { ...env, FAREBOX_API_KEY: key, FAREBOX_URL: between.url };
  const first = startProcess({ command: [process.execPath, MAIN, ...line.split(' ')], env: typed });
  kill = () => void process.kill(first.pid, 'SIGKILL');
  await first.ended;
  return { between, typed: { env: typed, where: [] } };
}

/** All inputs are one batch, which a repetition continues. */
async function asOneBatch(user: User): Promise<void> {
  const { ask, farebox, work } = user;
  photos(work, 'together', 5);
  const before = await usageOf(ask);
  const line = 'run image-resize together/ --width 56 -o at-once/';
  const { between, typed } = await killedAfter(user, line);
  await using _ = between;
  const again = await farebox(line, typed);
  expect([again.code, again.told]).toEqual([0, expect.stringContaining('Continuing')]);
  expect(readdirSync(join(work, 'at-once'))).toHaveLength(5);
  expect([between.keys.length, new Set(between.keys).size]).toEqual([2, 1]);
  expect((await usageOf(ask)).settledRequests - before.settledRequests).toBe(5);
}

/** Inputs of an interrupted batch are removed before the repetition, until one is left. */
async function mostlyGone(user: User): Promise<void> {
  const { ask, farebox, work } = user;
  photos(work, 'leaving', 3);
  const before = await usageOf(ask);
  const line = 'run image-resize leaving/ --width 57 -o left/';
  const { between, typed } = await killedAfter(user, line);
  await using _ = between;
  for (const name of ['0.jpg', '1.jpg']) rmSync(join(work, 'leaving', name));
  expect((await farebox(line, typed)).code).toBe(0);
  expect(readdirSync(join(work, 'left'))).toEqual(['2.image-resize.jpg']);
  expect((await usageOf(ask)).settledRequests - before.settledRequests).toBe(3);
}

/** A file that is no photo is reported, and the others run. */
async function damaged({ ask, farebox, work }: User): Promise<void> {
  photos(work, 'some', 3);
  writeFileSync(join(work, 'some', '1.jpg'), 'no photo');
  const before = await usageOf(ask);
  const { code, said, told } = await farebox('run image-resize some/ --width 58 -o good/');
  expect([code, said, told]).toEqual([
    3,
    expect.stringMatching(/some\/1\.jpg: file_content_mismatch[\s\S]*2 of 3 done/),
    expect.stringContaining('1 of 3 did not succeed'),
  ]);
  expect(readdirSync(join(work, 'good')).toSorted()).toEqual(['0.image-resize.jpg', '2.image-resize.jpg']);
  expect((await usageOf(ask)).settledRequests - before.settledRequests).toBe(2);
}

/** The user stops the command after one input is done and before the next begins. */
async function betweenTwo({ ask, farebox, work }: User): Promise<void> {
  photos(work, 'between', 3);
  const before = await usageOf(ask);
  const stopping = new AbortController();
  const line = 'run image-resize between/ --width 54 -o partly/ --concurrency 1';
  const { code, said, told } = await farebox(line, { stop: stopping.signal, onSaid: () => stopping.abort() });
  expect([code, said, told]).toEqual([8, expect.stringContaining('1 of 3 done'), expect.stringContaining('the same')]);
  expect((await farebox(line)).code).toBe(0);
  expect(readdirSync(join(work, 'partly'))).toHaveLength(3);
  expect((await usageOf(ask)).settledRequests - before.settledRequests).toBe(3);
}
