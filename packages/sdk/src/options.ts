/** The options of paid calls, and of event URLs. */
import type { BatchOutcome } from './batches/run.ts';
import type { BatchWaitOptions } from './batches/wait.ts';
import type { WaitOptions } from './executions/wait.ts';
import type { PaidBatch, PaidRequest } from './requests/store.ts';
import type { Outcome } from './run.ts';
import type { EventUrlRequest } from './types.ts';

export interface PayOptions {
  /** The most that the request may cost, in micros: `usd('0.05')`. */
  readonly ceiling: number;
  /** Your own name for the purchase, such as `order-17/thumbnail`. The same name is never paid twice, in any process. */
  readonly request?: string;
  readonly signal?: AbortSignal;
}

/** One execution by `executionId`, or all of the project, filtered by `tool`. */
export type EventUrlOptions = EventUrlRequest & { readonly signal?: AbortSignal };
export type RunOptions = PayOptions & Omit<WaitOptions, 'signal'>;
/** The ceiling applies to the whole batch. */
export type BatchRunOptions = PayOptions & Omit<BatchWaitOptions, 'signal'>;
/** The options of `run` or of `runBatch`, depending on the resumed request. */
export type ResumeOptions<R extends PaidRequest> = Omit<R extends PaidBatch ? BatchRunOptions : RunOptions, 'request'>;
export type ResumedOutcome<R extends PaidRequest> = R extends PaidBatch ? BatchOutcome : Outcome;
