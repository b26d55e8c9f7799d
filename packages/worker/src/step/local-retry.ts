/**
 * Waits while this machine temporarily lacks disk space or file descriptors. A paid result is then only in memory, and
 * a step that gave up would lose it. Nothing else is waited for here.
 */
import { retry } from '@farebox/kernel';

const LACKING = new Set(['EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EROFS']);
const PAUSES = { pauseMs: 250, pauseMsMax: 5000 } as const;

export const isLacking = (error: unknown): boolean =>
  error instanceof Error && LACKING.has((error as NodeJS.ErrnoException).code ?? '');

export interface LocalRetry {
  /** Ends the wait with its reason. */
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
}

/** Repeats `work` while this machine lacks a resource; otherwise rejects with its error. `work` must be safe to repeat. */
export const retryWhileLacking = <T>(work: () => Promise<T>, { signal, onFault }: LocalRetry): Promise<T> =>
  retry(work, {
    ...PAUSES,
    signal: () => signal,
    again(error) {
      if (!isLacking(error)) return false;
      onFault(error);
      return true;
    },
  });
