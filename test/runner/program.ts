/**
 * Runs one program for a suite in its own process group, with a time limit, and keeps its output. Processes that it leaves behind
 * are found, named and ended.
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
  /** Time that leftover processes may take to end by themselves, and then again after SIGTERM. */
  readonly graceMs?: number;
}

export interface Ended {
  /** Null when a signal ended the program. */
  readonly code: number | null;
  /** Text of stdout and stderr, in order of arrival. */
  readonly output: string;
  readonly timedOut: boolean;
  readonly leftovers: readonly Member[];
}

const running = new Set<Family>();

/** For a runner that is itself being ended: kills immediately. */
export function killRunning(): void {
  for (const family of running) killFamily(family);
}

/** Resolves when the program and all processes that it started have ended. Never rejects: a program that cannot start has ended too. */
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
  const closed = once(child, 'close').catch(() => {}); // the `error` event is reported below
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
  // A process that cannot be found may keep the pipe open for ever.
  await Promise.race([closed, pause(LAST_OUTPUT_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  running.delete(family);
  return { code, output, timedOut, leftovers };
}
