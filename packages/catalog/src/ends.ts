/**
 * The effect of a cancellation or a failure, derived from the engine that does the work, so no definition can
 * contradict it. Workers stop their own work within two seconds and charge nothing. A paid provider call is stopped
 * and billed by its provider.
 */
import type { ProviderKind } from './providers/provider.ts';

export interface Ends {
  /** Whether a cancellation stops work that has begun. */
  readonly cancellableAfterStart: boolean;
  /** Whether a failed or cancelled execution can cost something. */
  readonly chargesOnFailure: boolean;
}

/** Whether a service of this kind can cancel a provider call. The adapters of worker-provider must agree. */
const STOPS_ITS_CALLS: Readonly<Record<ProviderKind, boolean>> = { openai: false, predictions: true };

/** @param provider undefined if our own machines do the work. */
export const endsOf = (provider: ProviderKind | undefined): Ends => ({
  cancellableAfterStart: provider === undefined || STOPS_ITS_CALLS[provider],
  chargesOnFailure: provider !== undefined,
});

/**
 * For a chain of any of these tools: a cancellation skips at least the steps that have not begun, and a paid step is
 * charged.
 */
export const endsOfChain = (tools: readonly Ends[]): Ends => ({
  cancellableAfterStart: true,
  chargesOnFailure: tools.some(({ chargesOnFailure }) => chargesOnFailure),
});
