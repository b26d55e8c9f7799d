/**
 * What a cancel and a failure of a tool come to. It follows from who does the work, so that no definition can say it wrong:
 * workers end their own work within two seconds and take nothing for it, a paid call is its provider's to stop and to bill.
 */
import type { ProviderKind } from './providers/provider.ts';

export interface Ends {
  /** Whether a cancel stops work that has begun. */
  readonly cancellableAfterStart: boolean;
  /** Whether an execution that fails or is cancelled can cost something. */
  readonly chargesOnFailure: boolean;
}

/** Of each dialect. The adapters of worker-provider are what it must agree with. */
const STOPS_ITS_CALLS: Readonly<Record<ProviderKind, boolean>> = { openai: false, predictions: true };

/** Undefined: our own machines do it. */
export const endsOf = (provider: ProviderKind | undefined): Ends => ({
  cancellableAfterStart: provider === undefined || STOPS_ITS_CALLS[provider],
  chargesOnFailure: provider !== undefined,
});

/** Of several calls, whichever are named: a cancel leaves out at least what has not begun, and one that was paid for is charged. */
export const endsOfChain = (tools: readonly Ends[]): Ends => ({
  cancellableAfterStart: true,
  chargesOnFailure: tools.some(({ chargesOnFailure }) => chargesOnFailure),
});
