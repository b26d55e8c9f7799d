/** Whoever waits for the bootstrap: npm, or the shell that npm runs scripts in. It is only looked at, never signalled. */
import { readFileSync } from 'node:fs';

/** Neither npm nor its shell passes every signal on. */
const WAITING = process.env.npm_lifecycle_event === undefined ? [] : ancestors();

/** `[parent]`, and its own parent where the first is a shell that only stands between. */
function ancestors() {
  const { ppid } = process;
  const [, name, parent] = /^\d+ \((.*)\) \S+ (\d+)/.exec(statOf(ppid)) ?? [];
  return name?.endsWith('sh') ? [ppid, Number(parent)] : [ppid];
}

/** npm was ended by a signal that it could not or did not pass on: what it started ends with it. */
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
