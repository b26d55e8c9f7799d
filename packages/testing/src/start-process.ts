/**
 * The one launcher: every process that a test or a benchmark starts beside itself comes from here (a check sees to it). None sees the settings
 * of whoever runs the tests, and none outlives the process that started it, however that ended.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ProcessOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Besides what a newcomer's shell has. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly uid?: number | undefined;
  /** What it reads; a pipe is left to the test. Default: nothing. */
  readonly stdin?: 'pipe' | { readonly text: string };
  /** Kept, by default for stdout; shown where the test's own goes, by default for stderr; or written to an open file. */
  readonly stdout?: Sink;
  readonly stderr?: Sink;
  /** A channel to this process, as a supervisor has one. */
  readonly channel?: boolean;
  /** To stop in order once this process is gone, before it is killed; default 0. */
  readonly stopSeconds?: number;
}

/** A number is the descriptor of a file, which stays the caller's to close. */
type Sink = 'keep' | 'show' | number;

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What was kept of it. */
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProcess extends AsyncDisposable {
  /** For what only some tests need: its streams, a signal that does not end it, its channel. */
  readonly child: ChildProcess;
  readonly pid: number;
  /** Resolves with what was found in its stdout, now or later; rejects, with what it wrote, when it ends without. */
  readonly said: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Resolves with the next message over its channel; rejects when it ends before. */
  readonly message: () => Promise<unknown>;
  /** Resolves when it is gone and everything that was kept is there. */
  readonly ended: Promise<Ended>;
  /** Resolves like `ended`; one that has ended already is let be. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>;
}

const TETHER = readFileSync(join(import.meta.dirname, 'tether.sh'), 'utf8');

/** Throws when the program cannot be started. */
export function startProcess(options: ProcessOptions): RunningProcess {
  const { command, stdin, stopSeconds = 0 } = options;
  const child = spawnOf(options);
  const { pid } = child;
  if (pid === undefined) {
    child.on('error', () => {}); // said here, to whoever asked for it
    throw new Error(`${command[0]} cannot be started: is it installed?`);
  }
  const kept = { stdout: keptOf(child.stdout), stderr: keptOf(child.stderr) };
  if (typeof stdin === 'object') child.stdin?.on('error', () => {}).end(stdin.text);
  const untied = tether(child, pid, stopSeconds);
  // Not the `close` of the process: it never comes once its channel was disconnected.
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

/** Runs it to its end; resolves with its stdout, and rejects with all it wrote when it does not end with 0. */
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
    // The terminal's Ctrl-C is for whoever runs the tests, not for what they started.
    detached: true,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
}

/** What a newcomer's shell has: no setting of ours leaks from the run into the system. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const ours = /^(FAREBOX_|DATABASE_URL$|REDIS_URL$|S3_|MINIO_|VITEST|NODE_ENV$|NODE_OPTIONS$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

/** Resolves when the script beside the process has ended, after it. */
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
  /** Resolves when nothing more can come. */
  readonly closed: Promise<unknown>;
  readonly text: () => string;
  readonly found: (pattern: RegExp) => Promise<RegExpExecArray>;
}

/** Never ends what is read of a stream: `found` of one that has ended resolves only if it is there already. */
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
