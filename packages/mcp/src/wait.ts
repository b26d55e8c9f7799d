/** Waits a limited time for an execution. Each poll counts as a request of the key. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Execution } from '@farebox/contract';
import type { Api } from './api.ts';

/** Shorter than the shutdown grace of a gateway, and than the tool timeout of MCP hosts. */
export const WAIT_SECONDS_MAX = 15;
/** Pauses between polls; their sum is WAIT_SECONDS_MAX. */
const PAUSES_SECONDS = [1, 2, 4, 8];

export interface Waiting {
  readonly api: Api;
  readonly waitSeconds: number;
  readonly signal: AbortSignal;
}

const canChange = ({ status }: Execution): boolean => status === 'queued' || status === 'running';

/** Returns the last known state, also if the signal aborts. */
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
