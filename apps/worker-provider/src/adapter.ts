/**
 * The adapter contract: how one kind of provider API is spoken. An adapter makes single HTTP calls and reads their answers. It
 * never repeats a call, never waits between calls and knows no execution: what happens next is decided in call/core.
 */
import type { FailureReason } from '@farebox/contract';
import type { Micros } from '@farebox/kernel';

/** What a provider API can do; what it cannot do decides how a call of unknown outcome is settled. */
export interface Capabilities {
  /** The same token twice is one paid effect and the same result. */
  readonly idempotency: boolean;
  readonly lookupByToken: boolean;
  readonly lookupByRef: boolean;
  readonly cancel: boolean;
  /** The response to `submit` is the result; there is no ref and nothing to poll. */
  readonly synchronous: boolean;
}

/** What the provider says it costs; null where it says nothing, or nothing that is an amount. */
export type StatedCost = Micros | null;

/** A generated file: its bytes, or where the provider keeps it. */
export type OutputFile = { readonly bytes: Buffer } | { readonly url: string };

export interface ProviderOutput {
  readonly files: readonly OutputFile[];
  readonly text: string | null;
}

/** What of a call that ended the provider takes money for; `none` where it says that it takes nothing. */
export type BilledWork = 'none' | 'all' | 'failed';

/** What the provider says about one call. `ranMicroseconds`: machine time, where it states one. */
export type Reply =
  | { readonly kind: 'running'; readonly ref: string }
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

/** What an error of `submit` proves about the call. */
export type Classification =
  /** It provably never took effect: not connected, or refused before acceptance. */
  | {
      readonly kind: 'not_delivered';
      readonly reason: string;
      readonly retryAfterSeconds: number | null;
      /** False: not a byte can have been written. */
      readonly connected: boolean;
    }
  | { readonly kind: 'rejected_unbilled'; readonly reason: FailureReason }
  | { readonly kind: 'rejected_billed'; readonly reason: FailureReason; readonly cost: StatedCost }
  /** Nobody can tell from here. */
  | { readonly kind: 'ambiguous'; readonly reason: string };

export interface Adapter<Request> {
  readonly provider: string;
  readonly supports: Capabilities;
  /** Sends the call once. Bounded in time by the adapter; `signal` ends it earlier and makes its outcome unknown. */
  readonly submit: (token: string, request: Request, signal: AbortSignal) => Promise<Reply>;
  /** What became of a call; `absent` when the provider knows of none. Costs nothing. */
  readonly lookup: (by: LookupKey, signal: AbortSignal) => Promise<Reply | 'absent'>;
  /** Asks the provider to stop; the response says how far it got. Costs nothing. */
  readonly cancel: (ref: string, signal: AbortSignal) => Promise<Reply>;
  readonly classify: (error: unknown) => Classification;
}

export type LookupKey = { readonly token: string } | { readonly ref: string };
