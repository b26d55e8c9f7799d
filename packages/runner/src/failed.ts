/** The error by which a tool ends a run as failed, with a statement about its bill. */
import type { FailedReason, RunCost } from '@farebox/runner-protocol';

export interface RunFailedOptions {
  /** True if the work that was done is billed. Default: false. */
  readonly billed?: boolean;
  readonly cost?: RunCost;
  /** `content_rejected`: the customer's content; `request_rejected`: another argument; `failed`: your side, the default. */
  readonly reason?: FailedReason;
}

/** @param message is for the operator. Customers see the reason only. */
export class RunFailed extends Error {
  override readonly name = 'RunFailed';
  readonly billed: boolean;
  readonly cost: RunCost | undefined;
  readonly reason: FailedReason;
  constructor(message: string, { billed = false, cost, reason = 'failed' }: RunFailedOptions = {}) {
    super(message);
    this.billed = billed;
    this.cost = cost;
    this.reason = reason;
  }
}
