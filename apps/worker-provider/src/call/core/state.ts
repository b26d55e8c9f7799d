/** The state of one provider call, the events that actions can cause, and the possible decisions. Plain data. */
import type { ReviewReason } from '@farebox/contract';
import type { Capabilities } from '../../adapter.ts';

export type Phase = 'pending' | 'dispatching' | 'submitted' | 'unknown';
export type StopReason = 'lost' | 'cancel' | 'deadline' | 'shutdown';

/** The result of the last action. */
export type CallEvent =
  | { readonly kind: 'start' }
  /** The intent is in the journal. */
  | { readonly kind: 'committed' }
  /** The journal forbids sending: the client cancelled, or the execution is under review. */
  | { readonly kind: 'refused' }
  /** The intent was withdrawn from the journal. */
  | { readonly kind: 'retracted'; readonly retryAfterSeconds: number | null }
  /** The last send provably had no effect. */
  | { readonly kind: 'not_delivered'; readonly retryAfterSeconds: number | null }
  /** The last send may have had an effect. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'running' }
  | { readonly kind: 'settled' }
  /** The provider does not know the call. */
  | { readonly kind: 'absent' }
  /** A lookup or cancel got no usable response. */
  | { readonly kind: 'silent' }
  /** The provider succeeded, but its files could not be downloaded for now. */
  | { readonly kind: 'output_unavailable' };

export interface CallState {
  readonly supports: Capabilities;
  readonly phase: Phase;
  readonly ref: 'none' | 'known' | 'recorded';
  readonly inReview: boolean;
  /** Seconds since the commit of the first send that may have had an effect. */
  readonly ageSeconds: number;
  /** Seconds since the provider's last usable response, or since the start. */
  readonly silentSeconds: number;
  readonly runSeconds: number;
  readonly stop: StopReason | null;
  readonly stoppedSeconds: number;
  /** Number of cancel requests, and whether the provider acknowledged one. */
  readonly cancelAsks: number;
  readonly cancelHeard: boolean;
  readonly circuitOpen: boolean;
  /** Number of sends that may have had an effect, in this and earlier runs. */
  readonly unsettledSends: number;
  /** Number of sends and lookups of this run. */
  readonly lookups: number;
  readonly event: CallEvent;
}

export type CallDecision =
  | { readonly kind: 'dispatch'; readonly pauseSeconds: number }
  | { readonly kind: 'send' }
  /** Withdraw the intent: nothing arrived. */
  | { readonly kind: 'retract'; readonly retryAfterSeconds: number | null }
  | { readonly kind: 'record_ref' }
  | { readonly kind: 'lookup'; readonly pauseSeconds: number }
  | { readonly kind: 'poll'; readonly pauseSeconds: number }
  | { readonly kind: 'cancel'; readonly pauseSeconds: number }
  /** Deliver the provider's outcome: success, failure or confirmed cancellation. */
  | { readonly kind: 'finish' }
  /** A success that can no longer be delivered. */
  | { readonly kind: 'give_up_output' }
  | { readonly kind: 'unknown'; readonly reason: ReviewReason }
  | { readonly kind: 'try_later'; readonly afterSeconds: number }
  /** End with the reason of the stop; the journal has the state for the next run. */
  | { readonly kind: 'stop' };

export interface Bounds {
  /** Time for lookups and retries with the same token before the outcome counts as unknown. */
  readonly unknownSeconds: number;
  /** After a cancel or in a review: time to learn the real outcome and cost. */
  readonly learnSeconds: number;
}
