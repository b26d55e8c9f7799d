/** Memory of a worker while executions wait for it. A waiting execution is a row of the database, so a hundred must need no more than ten. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { post, untilNoneIsDue } from '../fixture.ts';
import type { System } from '../system/system.ts';
import type { Request } from './engine.ts';

export const WAITING = [10, 100] as const;
const POLL_MS = 20;

/** Largest resident memory of the worker process in MiB while `count` executions were open. Children are not counted. */
export async function peakWhileWaiting(system: System, pid: number, request: Request & { readonly count: number }) {
  const { url, key, body, count } = request;
  const { tool } = JSON.parse(body) as { tool: string };
  let peakKb = residentKb(pid);
  const over = new AbortController();
  const looking = (async () => {
    while (!over.signal.aborted) {
      peakKb = Math.max(peakKb, residentKb(pid));
      await pause(POLL_MS);
    }
  })();
  try {
    await Promise.all(Array.from({ length: count }, () => post(`${url}/tools/${tool}`, { key, body })));
    await untilNoneIsDue(system);
  } finally {
    over.abort();
    await looking;
  }
  return peakKb / 1024;
}

const residentKb = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
