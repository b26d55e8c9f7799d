/**
 * Waits out what this machine lacks for the moment: room on its disk, file descriptors. What was paid for is then only in memory, and a
 * step that gave up would throw it away. Nothing else is waited for here.
 */
import { retry } from '@farebox/kernel';

const LACKING = new Set(['EDQUOT', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'ENOSPC', 'EROFS']);
const PAUSES = { pauseMs: 250, pauseMsMax: 5000 } as const;

const isLacking = (error: unknown): boolean =>
  error instanceof Error && LACKING.has((error as NodeJS.ErrnoException).code ?? '');

export interface LocalRetry {
  /** Ends the waiting, by its reason. */
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
}

/** Repeats `work` while this machine lacks something; else rejects with its error. `work` must be safe to repeat. */
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
