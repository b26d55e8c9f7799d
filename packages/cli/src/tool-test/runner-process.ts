/** Starts the runner of a folder on this machine, with settings and an empty folder of runs of its own. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, UsageError } from '../program/exit-codes.ts';

export interface Starting {
  readonly folder: string;
  /** Default: what the folder has. */
  readonly command: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Settings of this start. */
  readonly given: Readonly<Record<string, string>>;
  readonly isReady: () => Promise<boolean>;
  /** Said of the command if it does not become ready. */
  readonly problem: string;
}

const READY_MS = 60_000;
const OUTPUT_CHARACTERS = 4_000;

export async function startRunner({
  folder,
  command = commandOf(folder),
  env,
  given,
  isReady,
  problem,
}: Starting): Promise<AsyncDisposable> {
  const runs = mkdtempSync(join(tmpdir(), 'farebox-tool-test-'));
  const child = spawn(command, {
    cwd: folder,
    shell: true,
    detached: true, // a group of its own, which is ended as a whole
    env: { ...env, RUNS: runs, ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_CHARACTERS)));
  const exited = once(child, 'exit');
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    const killed = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), STOP_MS);
    await exited;
    clearTimeout(killed);
    rmSync(runs, { recursive: true, force: true });
  };
  const untilMs = performance.now() + READY_MS;
  while (!(await isReady())) {
    if (child.exitCode === null && performance.now() < untilMs) {
      await pause(POLL_MS);
      continue;
    }
    await stop();
    throw new CommandError('failed', `"${command}" ${problem}:\n${output.trim()}`);
  }
  return { [Symbol.asyncDispose]: stop };
}

const STOP_MS = 5_000;
const POLL_MS = 100;

function commandOf(folder: string): string {
  const manifest = join(folder, 'package.json');
  if (existsSync(manifest)) {
    const { scripts } = JSON.parse(readFileSync(manifest, 'utf8')) as { scripts?: { start?: string } };
    if (scripts?.start !== undefined) return 'npm start --silent';
  }
  if (existsSync(join(folder, 'runner.py')))
    return existsSync(join(folder, '.venv/bin/python')) ? '.venv/bin/python runner.py' : 'python3 runner.py';
  throw new UsageError(
    `${folder} has no package.json with "start" and no runner.py: name --start <command> or --runner <url>`,
  );
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  return new Promise((resolve) => {
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
