/**
 * Runs one program for a suite: in a process group of its own, for a bounded time, with its output kept. Whatever it leaves
 * behind is found, named and ended.
 */
import { randomUUID } from 'node:crypto';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { endFamily, type Family, killFamily, type Member, MARK_VARIABLE, membersAfter } from './family.ts';

const LAST_OUTPUT_MS = 1_000;
const OUTPUT_CHARS_MAX = 16_000_000;

export interface Program {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly limitMs: number;
  /** How long what it started may take to end by itself, and then to obey SIGTERM. */
  readonly graceMs?: number;
}

export interface Ended {
  /** null when a signal ended it. */
  readonly code: number | null;
  /** What it wrote to stdout and stderr, in the order it arrived. */
  readonly output: string;
  readonly timedOut: boolean;
  readonly leftovers: readonly Member[];
}

const running = new Set<Family>();

/** For a runner that is itself being ended: at once, without waiting. */
export function killRunning(): void {
  for (const family of running) killFamily(family);
}

/** Resolves when the program and all it started are gone. Never rejects: a program that cannot start has ended too. */
export async function run({ command: [file, ...args], env, cwd, limitMs, graceMs = 5_000 }: Program): Promise<Ended> {
  const mark = randomUUID();
  const child = spawn(file, args, {
    cwd,
    env: { ...env, [MARK_VARIABLE]: mark },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const family: Family = { mark, group: child.pid };
  running.add(family);
  let output = '';
  const keep = (chunk: Buffer): void => {
    if (output.length < OUTPUT_CHARS_MAX) output += chunk.toString();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  let timedOut = false;
  const limit = setTimeout(() => {
    timedOut = true;
    void endFamily(family, graceMs).then(() => child.kill('SIGKILL'));
  }, limitMs);
  const closed = once(child, 'close').catch(() => {}); // an `error` is reported below
  const code = await once(child, 'exit').then(
    ([status]) => status as number | null,
    (error: unknown) => {
      output += String(error);
      return 127;
    },
  );
  clearTimeout(limit);
  const leftovers = timedOut ? [] : await membersAfter(family, graceMs);
  await endFamily(family, graceMs);
  // A process out of reach may hold the pipe open for ever.
  await Promise.race([closed, pause(LAST_OUTPUT_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  running.delete(family);
  return { code, output, timedOut, leftovers };
}
