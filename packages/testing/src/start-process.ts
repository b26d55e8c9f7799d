/**
 * The only launcher: tests and benchmarks start every process here (a check enforces it). A process sees none of the
 * test run's settings. It never outlives the process that started it, however that ended.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProcessOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Added to the variables of a new user's shell. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly uid?: number | undefined;
  /** Input of the process; a pipe is left to the test. Default: none. */
  readonly stdin?: 'pipe' | { readonly text: string };
  /**
   * `keep` (default for stdout); `show` in the test's own output (default for stderr); or the descriptor of an open
   * file.
   */
  readonly stdout?: Sink;
  readonly stderr?: Sink;
  /** An IPC channel to this process, as a supervisor has. */
  readonly channel?: boolean;
  /** Time for an orderly stop after this process has ended, before it is killed, in seconds; default 0. */
  readonly stopSeconds?: number;
}

/** A number is the descriptor of a file, which the caller closes. */
type Sink = 'keep' | 'show' | number;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The output that was kept. */
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProcess extends AsyncDisposable {
  /** For the few tests that need its streams, a signal that does not end it, or its channel. */
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves with the match in its stdout, now or later; rejects, with its output, if it exits without one. */
  readonly said: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Resolves with the next message over its channel; rejects if it exits before. */
  readonly message: () => Promise<unknown>;
  /** Resolves when it has ended and all kept output has arrived. */
  readonly ended: Promise<Ended>;
  /** Resolves like `ended`; does nothing if it has ended already. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>;
}

const TETHER = readFileSync(join(import.meta.dirname, 'tether.sh'), 'utf8');

/** Throws if the program cannot be started. */
export function startProcess(options: ProcessOptions): RunningProcess {
  const { command, stdin, stopSeconds = 0 } = options;
  const child = spawnOf(options);
  const { pid } = child;
  if (pid === undefined) {
    child.on('error', () => {}); // reported here, to the caller
    throw new Error(`${command[0]} cannot be started: is it installed?`);
  }
  const kept = { stdout: keptOf(child.stdout), stderr: keptOf(child.stderr) };
  if (typeof stdin === 'object') child.stdin?.on('error', () => {}).end(stdin.text);
  const untied = tether(child, pid, stopSeconds);
  // Does not use `close` of the process, which never fires after its channel was disconnected.
  const ended = Promise.all([untied, kept.stdout.closed, kept.stderr.closed]).then(() => ({
    code: child.exitCode,
    signal: child.signalCode,
    stdout: kept.stdout.text(),
    stderr: kept.stderr.text(),
  }));
  const without = (what: string): Promise<never> =>
    ended.then(({ code, signal, stdout, stderr }) => {
      throw new Error(`${command.join(' ')} ended with ${code ?? signal} before ${what}:\n${stdout}${stderr}`);
    });
  const end = (signal: NodeJS.Signals): Promise<Ended> => {
    child.kill(signal);
    return ended;
  };
  return {
    child,
    pid,
    ended,
    end,
    said: (pattern) => Promise.race([kept.stdout.found(pattern), without(`it said ${String(pattern)}`)]),
    message: () => Promise.race([once(child, 'message').then(([it]) => it as unknown), without('it sent a message')]),
    async [Symbol.asyncDispose]() {
      await end('SIGKILL');
    },
  };
}

/** Runs it until it exits. Resolves with its stdout; rejects with its output if it does not exit with 0. */
export async function runProcess(options: ProcessOptions): Promise<string> {
  const { code, signal, stdout, stderr } = await startProcess({ stderr: 'keep', ...options }).ended;
  if (code !== 0) throw new Error(`${options.command.join(' ')} ended with ${code ?? signal}:\n${stdout}${stderr}`);
  return stdout;
}

function spawnOf({ command: [program = '', ...args], env, cwd, uid, ...rest }: ProcessOptions): ChildProcess {
  const { stdin, stdout = 'keep', stderr = 'show', channel = false } = rest;
  const target = (sink: Sink) => (sink === 'keep' ? 'pipe' : sink === 'show' ? 'inherit' : sink);
  return spawn(program, args, {
    cwd,
    env: { ...cleanEnvironment(), ...env },
    stdio: [
      stdin === undefined ? 'ignore' : 'pipe',
      target(stdout),
      target(stderr),
      ...(channel ? ['ipc' as const] : []),
    ],
    // Ctrl-C on the terminal goes to the test runner, not to the processes that it started.
    detached: true,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
}

/** The variables of a new user's shell, so that no setting of the run leaks into the system. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(FAREBOX_|DATABASE_URL$|REDIS_URL$|S3_|MINIO_|VITEST|NODE_ENV$|NODE_OPTIONS$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

/** Resolves when the script beside the process has ended, after the process. */
async function tether(child: ChildProcess, pid: number, stopSeconds: number): Promise<void> {
  const args = ['-c', TETHER, 'tether', String(pid), String(stopSeconds * 10)];
  const script = spawn('/bin/sh', args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  script.stdin.on('error', () => {}); // it was killed with everything else
  const untied = once(script, 'exit');
  await once(child, 'exit');
  script.stdin.end('over\n');
  await untied;
}

interface Kept {
  /** Resolves when no more output can arrive. */
  readonly closed: Promise<unknown>;
  readonly text: () => string;
  readonly found: (pattern: RegExp) => Promise<RegExpExecArray>;
}

/** Reads the stream until its end. `found` on an ended stream resolves only if the text is there already. */
function keptOf(stream: NodeJS.ReadableStream | null): Kept {
  let text = '';
  const waiting = new Set<() => void>();
  stream?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    for (const look of waiting) look();
  });
  return {
    closed: stream === null ? Promise.resolve() : once(stream, 'close'),
    text: () => text,
    found: (pattern) =>
      new Promise((resolve) => {
        const look = (): void => {
          const match = pattern.exec(text);
          if (match === null) return;
          waiting.delete(look);
          resolve(match);
        };
        waiting.add(look);
        look();
      }),
  };
}
