/** Output of a command while it works: on a bad connection, and on a terminal. Used by tests only. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startProcess } from '@farebox/testing';
import { expect } from 'vitest';
import { relaying } from './relaying.ts';
import type { Ask } from './running.ts';
import type { typist } from './typing.ts';
import { usageOf } from './usage.ts';

interface User {
  readonly ask: Ask;
  readonly farebox: ReturnType<typeof typist>;
  readonly env: Readonly<Record<string, string>>;
  readonly key: string;
  readonly baseUrl: string;
}

/** Part of util-linux: runs a command on a new terminal. */
const SCRIPT = 'script';
const MAIN = join(import.meta.dirname, '../main.ts');

/** The connection breaks twice before the response to a paid request arrives. */
export async function lost({ ask, farebox, key, baseUrl }: User): Promise<void> {
  const before = await usageOf(ask);
  await using between = await relaying(baseUrl, (paid) => (paid <= 2 ? 'lose' : 'pass'));
  const env = { FAREBOX_API_KEY: key, FAREBOX_URL: between.url };
  const { code, said } = await farebox('run image-resize photo.jpg --width 55 -o lost.jpg', { env, where: [] });
  expect([code, said]).toEqual([0, expect.stringMatching(/lost\.jpg\nimage-resize exe_\w+ succeeded/)]);
  expect([between.keys.length, new Set(between.keys).size]).toEqual([3, 1]);
  expect((await usageOf(ask)).settledRequests - before.settledRequests).toBe(1);
}

/** `░░░░ 0/1 rehearsal, running, 0.000000 USD so far` */
const BAR = /^[█░]{20} ([01])\/1 rehearsal, (queued|running|succeeded), \d[\d.]* USD so far$/;

/**
 * Longer than a long poll, so that one poll ends in the middle. The durations differ, because two equal commands would
 * be one request.
 */
const lineOf = (more: number): string => `run rehearsal --duration-ms ${6500 + more}`;

/** The bar is redrawn during the whole run, and removed before the receipt. */
export const bar = async (user: User): Promise<void> => void (await Promise.all([drawnAnew(user), onTerminal(user)]));

async function drawnAnew(user: User): Promise<void> {
  const drawn: string[] = [];
  expect((await user.farebox(lineOf(0), { draw: (text) => drawn.push(text) })).code).toBe(0);
  expect(drawn.at(-1)).toBe('');
  expectBars(drawn.filter((text) => text !== ''));
}

/** The bar grows from acceptance to the end, where it is full. */
function expectBars(drawn: readonly string[]): void {
  const bars = drawn.map((text) => BAR.exec(text)?.slice(1).join(' ') ?? text);
  expect([...new Set(bars)]).toEqual(['0 queued', '0 running', '1 succeeded']);
}

/** Runs only where a terminal can be created. */
async function onTerminal({ env, key, baseUrl }: User): Promise<void> {
  if (!String(spawnSync(SCRIPT, ['--version']).stdout).includes('util-linux')) return;
  const command = [
    SCRIPT,
    '--quiet',
    '--return',
    '--command',
    `'${process.execPath}' '${MAIN}' ${lineOf(1)}`,
    '/dev/null',
  ];
  const typed = { ...env, FAREBOX_API_KEY: key, FAREBOX_URL: baseUrl, TERM: 'xterm' };
  const { code, stdout } = await startProcess({ command, env: typed }).ended;
  const shown = stdout.split('\r\u001B[2K').filter((text) => text !== '');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/rehearsal exe_\w+ \S*succeeded/)]);
  expect(shown.at(-1)).toMatch(/^rehearsal exe_/);
  expectBars(shown.filter((text) => text.includes(' rehearsal, ')));
}
