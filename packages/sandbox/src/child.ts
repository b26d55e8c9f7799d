/** One child process that runs a program of ours: start, tasks, limits, kill. It never outlives the worker. */
import type { ChildProcess } from 'node:child_process';
import { on, once } from 'node:events';
import { throwIfFull } from './full-disk.ts';
import { type Assignment, createMeter, type Limits, watchLimits } from './limit.ts';
import { endedBy, exitOf, killGroup, lastWords, spawnInside } from './process.ts';
import { openRoom, type Room } from './room.ts';
import type { ChildProgram, Task } from './task.ts';

/** The child ended during a task, or sent an invalid reply. */
export class ChildCrashed extends Error {
  override readonly name = 'ChildCrashed';
  /** The kernel kills a process that uses too much memory by SIGKILL; decoders end themselves by other signals. */
  readonly wasKilled: boolean;
  constructor(message: string, { wasKilled }: { wasKilled: boolean }) {
    super(message);
    this.wasKilled = wasKilled;
  }
}

export interface Child<Reply> extends Pick<Assignment, 'slot' | 'owner'> {
  readonly alive: boolean;
  readonly tasks: number;
  /** Processor time since the last call. Time used in the last moment before a kill is not counted. */
  readonly takeCpuSeconds: () => number;
  /** One task at a time. Rejects only after the child has ended, so nothing writes any more. */
  run(task: Task, following: Following): Promise<Reply>;
  kill(): Promise<void>;
}

export interface Following {
  readonly signal: AbortSignal;
  /** Called with a share from 0 to 1 by programs that report progress. */
  readonly onProgress?: ((share: number) => void) | undefined;
  /** Wall time of this task, instead of the sandbox's default. */
  readonly taskMs?: number | undefined;
}

export interface ChildOptions<Reply> extends Limits {
  readonly program: ChildProgram<Reply>;
}

export function startChild<Reply>(options: ChildOptions<Reply>, assignment: Assignment): Child<Reply> {
  const { program } = options;
  const { slot, owner } = assignment;
  const room = openRoom(assignment.isolation.ownerOf(slot));
  const child = start(program, assignment, room);
  const stderr = lastWords(child);
  const exited = exitOf(child).then(() => room.remove());
  const ready = Promise.race([once(child, 'message'), exited.then(() => null)]);
  ready.catch(() => {});
  const cpu = createMeter();
  let alive = true;
  let tasks = 0;
  child.once('exit', () => (alive = false));

  async function kill(): Promise<void> {
    killGroup(child);
    // A process that the kill misses, such as one of another user, ends when its IPC channel is closed.
    if (child.connected) child.disconnect();
    await exited;
  }

  async function ask(task: Task, { signal, onProgress }: Following): Promise<Reply> {
    // A child that ends before it received any input did not end because of the input, so this is no ChildCrashed.
    if ((await orAborted(ready, signal)) === null) throw new Error(`a child did not start: ${stderr()}`);
    const message = replyOf(child, { signal, onProgress, progressOf: program.progressOf });
    message.catch(() => {}); // the signal may abort while inputs are copied, before anything awaits this promise
    const ended = exited.then(() => Promise.reject(crashOf(child, stderr())));
    ended.catch(() => {});
    child.send(await room.furnish(task), () => {});
    const reply = await Promise.race([message, ended]);
    if (!program.isReply(reply)) throw new ChildCrashed('child sent an invalid reply', { wasKilled: false });
    if (program.hasFailed?.(reply) === true) await throwIfFull(room.path);
    await room.deliver(task.directory, program.filesOf(reply));
    await room.clear();
    return reply;
  }

  async function run(task: Task, { signal, onProgress, taskMs = options.taskMs }: Following): Promise<Reply> {
    tasks++;
    const watch = watchLimits({ ...options, taskMs, pid: child.pid, room: room.path, cpu }, signal);
    try {
      const reply = await ask(task, { signal: watch.signal, onProgress });
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

/** The first message that is not a progress report. */
async function replyOf(
  child: ChildProcess,
  {
    signal,
    onProgress,
    progressOf,
  }: Following & { readonly progressOf: ChildProgram<unknown>['progressOf'] | undefined },
): Promise<unknown> {
  for await (const [message] of on(child, 'message', { signal }) as AsyncIterable<[unknown]>) {
    const share = progressOf?.(message) ?? null;
    if (share === null) return message;
    onProgress?.(share);
  }
  throw new Error('the message stream of a child ended');
}

function crashOf(child: ChildProcess, words: string): ChildCrashed {
  const wasKilled = endedBy(child, 'SIGKILL');
  return new ChildCrashed(`child ended with ${child.signalCode ?? child.exitCode}: ${words}`, { wasKilled });
}

const NODE = [process.execPath, '--max-old-space-size=256', '--disable-warning=ExperimentalWarning'] as const;

/** The child also gets none of the worker's Node flags. */
function start<Reply>(
  { main, readable, environment }: ChildProgram<Reply>,
  { isolation, slot }: Assignment,
  room: Room,
): ChildProcess {
  const confined = { command: [...NODE, main], slot, directory: room.path, readable } as const;
  return spawnInside(isolation, confined, { environment, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
}

/** Rejects as soon as the signal aborts, even if the work does not end. */
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
