/** Starts the commands of the image in the folder that is its /app, confined like a container where that is possible. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { freePort } from '@farebox/embedded';
import { respondsOk, type Program, startProgram } from '@farebox/testing';

export interface Installation {
  /** Folder for logs. */
  readonly directory: string;
  /** The folder that is /app in the image. */
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Containers extends AsyncDisposable {
  readonly gatewayUrl: string;
  readonly apps: readonly string[];
  /** Lines of /proc/<pid>/status of each app. */
  readonly statuses: readonly string[];
}

const READY_TIMEOUT_MS = 45_000;
/** The mounts that confine.sh needs. */
const MOUNTS = 'mount --make-rprivate / && mount -t tmpfs tmpfs /mnt && mount -o remount,bind,ro /';
const CONFINE = join(import.meta.dirname, 'confine.sh');

/** Whether this user may create a mount namespace; a container usually may not. */
export function canConfine(): boolean {
  try {
    execFileSync('unshare', ['--mount', '/bin/sh', '-c', MOUNTS], { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
}

/** Runs a command of the image to its end and returns its output. */
export const runOnce = ({ folder, env }: Installation, ...args: string[]): string =>
  execFileSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });

/** Resolves when every app of the image is ready. */
export async function startContainers(installation: Installation, isConfined: boolean): Promise<Containers> {
  await using running = new AsyncDisposableStack();
  const port = String(await freePort());
  const gatewayUrl = `http://127.0.0.1:${port}`;
  const start = async (script: string): Promise<string> => {
    const metricsPort = String(await freePort());
    const name = basename(script, '.mjs');
    const env = { ...installation.env, FAREBOX_PORT: port, FAREBOX_METRICS_PORT: metricsPort };
    const program = startOne({ ...installation, env }, { name, script, isConfined });
    running.defer(program.stop);
    const health = name === 'gateway' ? `${gatewayUrl}/readyz` : `http://127.0.0.1:${metricsPort}/metrics`;
    await program.ready(respondsOk(health), READY_TIMEOUT_MS);
    return readFileSync(`/proc/${program.pid}/status`, 'utf8');
  };
  const scripts = globSync('{gateway,keeper,worker-*}.mjs', { cwd: installation.folder });
  const statuses = await Promise.all(scripts.map(start));
  const apps = scripts.map((script) => basename(script, '.mjs'));
  const started = running.move();
  return { gatewayUrl, apps, statuses, [Symbol.asyncDispose]: () => started.disposeAsync() };
}

interface Wanted {
  readonly name: string;
  readonly script: string;
  readonly isConfined: boolean;
}

function startOne({ directory, folder, env }: Installation, { name, script, isConfined }: Wanted): Program {
  const command = isConfined
    ? ['unshare', '--mount', '/bin/sh', CONFINE, folder, process.execPath, script]
    : [process.execPath, join(folder, script)];
  const TMPDIR = isConfined ? '/tmp' : directory;
  return startProgram({ name, directory, command, env: { ...env, TMPDIR, HOME: '/nonexistent' } });
}
