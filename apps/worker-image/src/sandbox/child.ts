/** One child process and its life: started, given a task, watched, killed. It never outlives the worker. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Isolation } from '@tollgate/worker';
import { Check } from 'typebox/value';
import { Reply, type Task } from './protocol.ts';
import { openRoom, type Room } from './room.ts';
import { usageOf } from './usage.ts';

export interface ChildLimits {
  /** Resident memory; above it the child is killed. Watched every 100 ms, on Linux. */
  readonly memoryBytesMax: number;
  /** Wall time of one task. */
  readonly taskMs: number;
}

/** The task used more than a child may. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';
  readonly limit: 'memory' | 'time';
  constructor(limit: 'memory' | 'time') {
    super(`the ${limit} limit of a child process was exceeded`);
    this.limit = limit;
  }
}

/** The child ended in the middle of a task, or sent something that is no reply. */
export class ChildCrashed extends Error {
  override readonly name = 'ChildCrashed';
  /** The kernel ends who takes too much memory by SIGKILL; decoders end themselves by other signals. */
  readonly wasKilled: boolean;
  constructor(message: string, { wasKilled }: { wasKilled: boolean }) {
    super(message);
    this.wasKilled = wasKilled;
  }
}

/** Where a child runs, and for whom: two projects never share one. */
export interface ChildPlace {
  readonly isolation: Isolation;
  readonly slot: number;
  readonly owner: string;
}

export interface Child extends Pick<ChildPlace, 'slot' | 'owner'> {
  readonly alive: boolean;
  readonly tasks: number;
  /** Processor time since it was asked last; what a child did in its last moment before it was killed is not seen. */
  readonly takeCpuSeconds: () => number;
  /** One task at a time. Rejects only when the child has ended, so that nothing is still writing. */
  run(task: Task, signal: AbortSignal): Promise<Reply>;
  kill(): Promise<void>;
}

const WATCH_MS = 100;
const STDERR_CHARACTERS = 2000;

export function startChild(limits: ChildLimits, { isolation, slot, owner }: ChildPlace): Child {
  const room = openRoom(isolation.ownerOf(slot));
  const child = start(isolation, { slot, room });
  const stderr = lastWords(child);
  const exited = exitOf(child).then(() => room.remove());
  const ready = Promise.race([once(child, 'message'), exited.then(() => null)]);
  ready.catch(() => {});
  const cpu = createMeter();
  let alive = true;
  let tasks = 0;
  child.once('exit', () => (alive = false));

  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    // What was about to be confined when that was killed, or is another user's, ends when nobody talks to it any more.
    if (child.connected) child.disconnect();
    await exited;
  }

  async function ask(task: Task, signal: AbortSignal): Promise<Reply> {
    // What ends before it has seen a byte of the input did not end because of it.
    if ((await orAborted(ready, signal)) === null) throw new Error(`a child did not start: ${stderr()}`);
    const message = once(child, 'message', { signal });
    message.catch(() => {}); // it may be aborted while the room is still furnished, when nobody waits for it yet
    const ended = exited.then(() => {
      const wasKilled = child.signalCode === 'SIGKILL' || child.exitCode === KILLED_INSIDE;
      throw new ChildCrashed(`child ended with ${child.signalCode ?? child.exitCode}: ${stderr()}`, { wasKilled });
    });
    ended.catch(() => {});
    child.send(await room.furnish(task), () => {});
    const [reply] = (await Promise.race([message, ended])) as [unknown];
    if (!Check(Reply, reply)) throw new ChildCrashed('child did not give a response', { wasKilled: false });
    await room.deliver(task, reply);
    await room.clear();
    return reply;
  }

  async function run(task: Task, signal: AbortSignal): Promise<Reply> {
    tasks++;
    const watch = watchLimits(child, { ...limits, cpu }, signal);
    try {
      const reply = await ask(task, watch.signal);
      await watch.look();
      return reply;
    } catch (error) {
      await kill();
      throw watch.signal.aborted ? watch.signal.reason : error;
    } finally {
      watch.stop();
    }
  }

  return {
    slot,
    owner,
    get alive() {
      return alive && child.connected;
    },
    get tasks() {
      return tasks;
    },
    takeCpuSeconds: cpu.take,
    run,
    kill,
  };
}

/** How what runs a program in namespaces says that SIGKILL ended it. */
const KILLED_INSIDE = 128 + 9;

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
/** Code, of this app and of the workspace: no data folder, no file with settings. */
const APP = join(dirname(MAIN), '../..');
const ROOT = join(APP, '../..');
const CODE = [APP, join(ROOT, 'node_modules'), join(ROOT, 'packages'), join(ROOT, 'package.json')];
const NODE = [process.execPath, '--max-old-space-size=256', '--disable-warning=ExperimentalWarning', MAIN] as const;

/** No environment of the worker's, so no secret; and none of its Node flags. */
function start(isolation: Isolation, { slot, room }: { slot: number; room: Room }): ChildProcess {
  const [command, ...args] = isolation.around({ command: NODE, slot, directory: room.path, readable: CODE });
  return spawn(command, args, {
    env: { TZ: 'UTC', UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2', VIPS_BLOCK_UNTRUSTED: '1' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  });
}

/** As soon as the signal aborts, whatever the work does. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new AbortController();
  const abort = once(signal, 'abort', { signal: aborted.signal });
  abort.catch(() => {});
  try {
    signal.throwIfAborted();
    return await Promise.race([work, abort.then(() => Promise.reject(signal.reason as Error))]);
  } finally {
    aborted.abort();
  }
}

/** Resolves when the child has ended and its output is read, or when it could not even be started. */
async function exitOf(child: ChildProcess): Promise<void> {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  child.once('exit', () => resolve());
  child.on('error', () => {
    if (child.pid === undefined) resolve();
    else child.kill('SIGKILL');
  });
  await ended;
  // Not `close` of the child: Node does not emit it for one that was disconnected.
  if (child.stderr !== null && !child.stderr.closed) await once(child.stderr, 'close');
}

/** What the child wrote last to its standard error: a native crash explains itself there or nowhere. */
function lastWords(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-STDERR_CHARACTERS);
  });
  return () => text.trim();
}

interface Meter {
  /** @param seconds since the child began. */
  readonly see: (seconds: number) => void;
  readonly take: () => number;
}

/** A look at a process that is ending may see less than one before it. */
function createMeter(): Meter {
  let [seen, taken] = [0, 0];
  return {
    see: (seconds) => void (seen = Math.max(seen, seconds)),
    take() {
      const fresh = seen - taken;
      taken = seen;
      return fresh;
    },
  };
}

interface Watched extends ChildLimits {
  readonly cpu: Meter;
}

/** A signal that aborts with the caller's reason or with LimitExceeded, whichever comes first. */
function watchLimits({ pid }: ChildProcess, { memoryBytesMax, taskMs, cpu }: Watched, caller: AbortSignal) {
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(new LimitExceeded('time')), taskMs);
  const watch = setInterval(() => void look(), WATCH_MS);
  async function look(): Promise<void> {
    if (pid === undefined) return;
    const { residentBytes, cpuSeconds } = await usageOf(pid);
    cpu.see(cpuSeconds);
    if (residentBytes > memoryBytesMax) limit.abort(new LimitExceeded('memory'));
  }
  return {
    signal: AbortSignal.any([caller, limit.signal]),
    look,
    stop() {
      clearTimeout(late);
      clearInterval(watch);
    },
  };
}
