/** Waits for an execution, bounded, and each look at it is a request of the key like any other. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Execution } from '@farebox/contract';
import type { Api } from './api.ts';

/** Below the time that a gateway gives its requests when it stops, and what hosts wait for a tool. */
export const WAIT_SECONDS_MAX = 15;
/** Between looks; together WAIT_SECONDS_MAX. */
const PAUSES_SECONDS = [1, 2, 4, 8];

export interface Waiting {
  readonly api: Api;
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
}

const canChange = ({ status }: Execution): boolean => status === 'queued' || status === 'running';

/** As it is then. Nobody to wait for any more: as it was last. */
export async function waited(execution: Execution, { api, waitSeconds, signal }: Waiting): Promise<Execution> {
  let [latest, left] = [execution, waitSeconds];
  for (const seconds of PAUSES_SECONDS) {
    if (left === 0 || !canChange(latest) || signal.aborted) break;
    const now = Math.min(seconds, left);
    await pause(now * 1_000, undefined, { signal }).catch(() => {});
    left -= now;
    if (!signal.aborted) latest = await api.call<Execution>('getExecution', { params: { id: latest.id } });
  }
  return latest;
}
