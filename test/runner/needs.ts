/** Probes for installed programs. Each probe names the package to install, so that a skipped suite says how to run it. */
import { execFile } from 'node:child_process';
import { accessSync, constants, existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Need } from './suite.ts';

const PROBE_TIMEOUT_MS = 5_000;
/** Debian keeps pgbench and initdb out of PATH, Go keeps what it installs in its own folder. */
const FURTHER_FOLDERS = [join(homedir(), 'go/bin'), '/usr/sbin', ...globSync('/usr/lib/postgresql/*/bin')];

function hasProgram(name: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...FURTHER_FOLDERS];
  return folders.some((folder) => isExecutable(join(folder, name)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export const program = (name: string, install: string): Need => ({
  missing: () => (hasProgram(name) ? null : `${name} is not on PATH; ${install}`),
});

export const file = (path: string, why: string): Need => ({ missing: () => (existsSync(path) ? null : why) });

/** The programs to start a throw-away Docker engine, and the user who may. */
export const throwAwayEngine: Need = {
  missing: () => {
    if (process.getuid?.() !== 0) return 'a throw-away Docker engine takes root';
    const absent = ['docker', 'dockerd', 'iptables', 'ip', 'unshare', 'initdb'].filter((name) => !hasProgram(name));
    return absent.length === 0
      ? null
      : `${absent.join(', ')} missing; apt-get install docker.io iptables iproute2 postgresql`;
  },
};

/** A Docker engine that responds, or the programs to start a throw-away one. */
export const dockerEngine: Need = {
  missing: async () => {
    if (await engineResponds()) return null;
    const parts = ['docker', 'dockerd', 'iptables', 'ip', 'unshare', 'redis-server', 'initdb', 'minio', 'ffmpeg'];
    const absent = parts.filter((name) => !hasProgram(name));
    if (process.getuid?.() !== 0)
      return 'no Docker engine answers; start one, or run as root to have a throw-away engine';
    if (absent.length === 0) return null;
    return `no Docker engine answers and ${absent.join(', ')} missing; apt-get install docker.io iptables iproute2 postgresql redis-server ffmpeg, and minio as for conformance-services`;
  },
};

export function engineResponds(): Promise<boolean> {
  if (!hasProgram('docker')) return Promise.resolve(false);
  return new Promise((resolve) => {
    const options = { timeout: PROBE_TIMEOUT_MS };
    execFile('docker', ['version', '--format', '{{.Server.Version}}'], options, (error) => resolve(error === null));
  });
}
