/**
 * The adapter contract: one adapter implements the API of one kind of provider. An adapter makes single HTTP calls and
 * parses their responses. It never repeats a call, never waits between calls, and knows no execution. call/core decides
 * the next action.
 */
import type { FailureReason } from '@farebox/contract';
import type { Micros } from '@farebox/kernel';

/** Features of a provider API. Missing features decide how a call with an unknown outcome is settled. */
export interface Capabilities {
  /** The same token twice has one paid effect and the same result. */
  readonly idempotency: boolean;
  readonly lookupByToken: boolean;
  readonly lookupByRef: boolean;
  readonly cancel: boolean;
  /** The response to `submit` is the result; there is no ref and no polling. */
  readonly synchronous: boolean;
}

/** Cost that the provider reports; null if it reports none, or no valid amount. */
export type StatedCost = Micros | null;

/** A generated file: its bytes, or its URL at the provider. */
export type OutputFile = { readonly bytes: Buffer } | { readonly url: string };

export interface ProviderOutput {
  readonly files: readonly OutputFile[];
  readonly text: string | null;
  /** The response itself, if nothing else in it is an output. */
  readonly raw?: Buffer;
}

/** The work of an ended call that the provider bills; `none` if it states that it bills nothing. */
export type BilledWork = 'none' | 'all' | 'failed';

/** The provider's statement about one call. `ranMicroseconds`: machine time, if reported. */
export type Reply =
  /** `progress`: 0 to 1, if reported. */
  | { readonly kind: 'running'; readonly ref: string; readonly progress?: number }
  | {
      readonly kind: 'succeeded';
      readonly ref: string | null;
      readonly output: ProviderOutput;
      readonly cost: StatedCost;
      readonly ranMicroseconds?: bigint;
    }
  | {
      readonly kind: 'failed';
      readonly reason: FailureReason;
      readonly cost: StatedCost;
      readonly billed: BilledWork;
      readonly ranMicroseconds?: bigint;
    }
  | { readonly kind: 'cancelled'; readonly cost: StatedCost; readonly ranMicroseconds?: bigint };

/** The conclusion from an error of `submit`. */
export type Classification =
  /** The call provably had no effect: not connected, or refused before acceptance. */
  | {
      readonly kind: 'not_delivered';
      readonly reason: string;
      readonly retryAfterSeconds: number | null;
      /** False if provably not a byte of the request was written. */
      readonly connected: boolean;
    }
  | { readonly kind: 'rejected_unbilled'; readonly reason: FailureReason }
  | { readonly kind: 'rejected_billed'; readonly reason: FailureReason; readonly cost: StatedCost }
  /** The outcome cannot be known from here. */
  | { readonly kind: 'ambiguous'; readonly reason: string; readonly isTooLarge?: boolean };

export interface Adapter<Request> {
  readonly provider: string;
  readonly supports: Capabilities;
  /** Sends the call once. The adapter limits its time. `signal` ends it earlier and makes its outcome unknown. */
  readonly submit: (token: string, request: Request, signal: AbortSignal) => Promise<Reply>;
  /** Looks up the outcome of a call; `absent` if the provider does not know the call. Costs nothing. */
  readonly lookup: (by: LookupKey, signal: AbortSignal) => Promise<Reply | 'absent'>;
  /** Requests the provider to cancel; the response states the progress. Costs nothing. */
  readonly cancel: (ref: string, signal: AbortSignal) => Promise<Reply>;
  readonly classify: (error: unknown) => Classification;
}

export type LookupKey = { readonly token: string } | { readonly ref: string };
