/** One child process and its life: started, given a task, watched, killed. It never outlives the worker. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Check } from 'typebox/value';
import { residentBytes } from './resident-memory.ts';
import { Answer, type Task } from './protocol.ts';

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

/** The child ended in the middle of a task, or answered something else than an answer. */
export class ChildCrashed extends Error {
  override readonly name = 'ChildCrashed';
}

export interface Child {
  readonly alive: boolean;
  readonly tasks: number;
  /** One task at a time. Rejects only when the child has ended, so that nothing is still writing. */
  run(task: Task, signal: AbortSignal): Promise<Answer>;
  kill(): Promise<void>;
}

const MEMORY_WATCH_MS = 100;
const STDERR_CHARACTERS = 2000;

export function startChild(limits: ChildLimits): Child {
  const child = spawn();
  const stderr = lastWords(child);
  const exited = exitOf(child);
  let alive = true;
  let tasks = 0;
  child.once('exit', () => (alive = false));

  async function kill(): Promise<void> {
    child.kill('SIGKILL');
    await exited;
  }

  async function run(task: Task, signal: AbortSignal): Promise<Answer> {
    tasks++;
    const watch = watchLimits(child, limits, signal);
    const message = once(child, 'message', { signal: watch.signal });
    try {
      child.send(task, () => {});
      const ended = exited.then(() => {
        throw new ChildCrashed(`child ended with ${child.signalCode ?? child.exitCode}: ${stderr()}`);
      });
      const [answer] = (await Promise.race([message, ended])) as [unknown];
      if (!Check(Answer, answer)) throw new ChildCrashed('child did not give an answer');
      return answer;
    } catch (error) {
      await kill();
      throw watch.signal.aborted ? watch.signal.reason : error;
    } finally {
      watch.stop();
    }
  }

  return {
    get alive() {
      return alive && child.connected;
    },
    get tasks() {
      return tasks;
    },
    run,
    kill,
  };
}

/** No environment of the worker's, so no secret; and none of its Node flags. */
function spawn(): ChildProcess {
  return fork(new URL('./main.ts', import.meta.url), {
    env: { TZ: 'UTC', UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2', VIPS_BLOCK_UNTRUSTED: '1' },
    execArgv: ['--max-old-space-size=256', '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  });
}

/** Resolves when the child has ended and its output is read, or when it could not even be started. */
function exitOf(child: ChildProcess): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once('close', () => resolve());
  child.on('error', () => {
    if (child.pid === undefined) resolve();
    else child.kill('SIGKILL');
  });
  return promise;
}

/** What the child wrote last to its standard error: a native crash explains itself there or nowhere. */
function lastWords(child: ChildProcess): () => string {
  let text = '';
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    text = (text + chunk).slice(-STDERR_CHARACTERS);
  });
  return () => text.trim();
}

/** A signal that aborts with the caller's reason or with LimitExceeded, whichever comes first. */
function watchLimits({ pid }: ChildProcess, { memoryBytesMax, taskMs }: ChildLimits, caller: AbortSignal) {
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(new LimitExceeded('time')), taskMs);
  const memory = setInterval(() => void checkMemory(), MEMORY_WATCH_MS);
  async function checkMemory(): Promise<void> {
    if (pid !== undefined && (await residentBytes(pid)) > memoryBytesMax) limit.abort(new LimitExceeded('memory'));
  }
  return {
    signal: AbortSignal.any([caller, limit.signal]),
    stop() {
      clearTimeout(late);
      clearInterval(memory);
    },
  };
}
