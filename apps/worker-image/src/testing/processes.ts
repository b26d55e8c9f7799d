/** Processes as a test sees them from outside: through /proc, not through the code that started them. */
import { readdir, readFile } from 'node:fs/promises';

/** Children of this test process, read from /proc and not from the pool. */
export async function childPids(): Promise<number[]> {
  const stats = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  );
  return stats
    .map((stat) => /^(\d+) \(.*\) (\S) (\d+)/s.exec(stat))
    .filter((match) => match !== null && Number(match[3]) === process.pid && match[2] !== 'Z')
    .map((match) => Number(match?.[1]));
}

/** A process that has ended but was not yet reaped counts as dead. */
export const isAlive = async (pid: number) =>
  /\) [^ZX] /.test(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''));

/** The innermost process, which does the work, whatever processes are around it. */
export async function innermost(pid: number): Promise<number> {
  const [child] = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
  return child === undefined ? pid : innermost(Number(child));
}
