/** Finds the npm of this machine for the bootstrap, and checks whether npm reaches its registry. Installs nothing. */
import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';

const PROBE_TIMEOUT_MS = 15_000;

/** Returns the npm that started this process, or plain `npm` if this file was run directly. */
export function npmCommand() {
  const npm = process.env.npm_execpath;
  const isNpm = npm !== undefined && basename(npm) === 'npm-cli.js';
  return isNpm ? { program: process.execPath, args: [npm] } : { program: 'npm', args: [] };
}

export function isRegistryReached() {
  const { program, args } = npmCommand();
  return spawnSync(program, [...args, 'ping'], { stdio: 'ignore', timeout: PROBE_TIMEOUT_MS }).status === 0;
}
