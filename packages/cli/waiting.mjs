/**
 * The processes that wait for the bootstrap: npm, or the shell that npm runs scripts in. They are only observed, never
 * signalled.
 */
import { readFileSync } from 'node:fs';

/** Neither npm nor its shell passes every signal on. */
const WAITING = process.env.npm_lifecycle_event === undefined ? [] : ancestors();

/** `[parent]`, plus the parent's parent if the parent is only a shell. */
function ancestors() {
  const { ppid } = process;
  const [, name, parent] = /^\d+ \((.*)\) \S+ (\d+)/.exec(statOf(ppid)) ?? [];
  return name?.endsWith('sh') ? [ppid, Number(parent)] : [ppid];
}

/** True if npm was ended by a signal that it did not pass on: the processes that npm started must then end too. */
export function isLeftAlone() {
  return WAITING.length > 0 && (process.ppid !== WAITING[0] || !WAITING.every(isRunning));
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
