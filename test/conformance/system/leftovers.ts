/** Finds processes of a run by its folder, which is in the command line or the environment of each. */
import { readdirSync, readFileSync } from 'node:fs';

/** `pid command` of every process that names `marker`, except this one. */
export function leftovers(marker: string): string[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return pids.filter((pid) => names(pid, marker)).map((pid) => `${pid} ${read(pid, 'cmdline').replaceAll('\0', ' ')}`);
}

const names = (pid: string, marker: string): boolean =>
  read(pid, 'cmdline').includes(marker) || read(pid, 'environ').includes(marker);

function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return ''; // the process has ended, or belongs to another user
  }
}
