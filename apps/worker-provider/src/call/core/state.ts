/** What is known of one paid call, what may come of an action, and what there is to decide. Plain data. */
import type { ReviewReason } from '@farebox/contract';
import type { Capabilities } from '../../adapter.ts';

export type Phase = 'pending' | 'dispatching' | 'submitted' | 'unknown';
export type StopReason = 'lost' | 'cancel' | 'deadline' | 'shutdown';

/** What the last action brought. */
export type CallEvent =
  | { readonly kind: 'start' }
  /** The intent stands in the journal. */
  | { readonly kind: 'committed' }
  /** The journal forbids to send: a cancel was requested, or the execution is under review. */
  | { readonly kind: 'refused' }
  /** The journal forgot the intent again. */
  | { readonly kind: 'retracted'; readonly retryAfterSeconds: number | null }
  /** The last send provably had no effect. */
  | { readonly kind: 'not_delivered'; readonly retryAfterSeconds: number | null }
  /** The last send may have had an effect. */
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'running' }
  | { readonly kind: 'settled' }
  /** The provider knows of no such call. */
  | { readonly kind: 'absent' }
  /** A look-up or cancel got no usable response. */
  | { readonly kind: 'silent' }
  /** The provider succeeded and its files could not be fetched for now. */
  | { readonly kind: 'output_unavailable' };

export interface CallState {
  readonly supports: Capabilities;
  readonly phase: Phase;
  readonly ref: 'none' | 'known' | 'recorded';
  readonly inReview: boolean;
  /** Since the first send that may have had an effect was committed. */
  readonly ageSeconds: number;
  /** Since the provider last said something usable, or since the start. */
  readonly silentSeconds: number;
  readonly runSeconds: number;
  readonly stop: StopReason | null;
  readonly stoppedSeconds: number;
  /** Times the provider was asked to stop, and whether it took one of them in. */
  readonly cancelAsks: number;
  readonly cancelHeard: boolean;
  readonly circuitOpen: boolean;
  /** Sends that may have had an effect, of this run and of those before it. */
  readonly unsettledSends: number;
  /** Sends and look-ups of this run. */
  readonly lookups: number;
  readonly event: CallEvent;
}

export type CallDecision =
  | { readonly kind: 'dispatch'; readonly pauseSeconds: number }
  | { readonly kind: 'send' }
  /** Take the intent back: nothing arrived. */
  | { readonly kind: 'retract'; readonly retryAfterSeconds: number | null }
  | { readonly kind: 'record_ref' }
  | { readonly kind: 'lookup'; readonly pauseSeconds: number }
  | { readonly kind: 'poll'; readonly pauseSeconds: number }
  | { readonly kind: 'cancel'; readonly pauseSeconds: number }
  /** Deliver what the provider answered: success, failure or confirmed stop. */
  | { readonly kind: 'finish' }
  /** Success that cannot be delivered any more. */
  | { readonly kind: 'give_up_output' }
  | { readonly kind: 'unknown'; readonly reason: ReviewReason }
  | { readonly kind: 'try_later'; readonly afterSeconds: number }
  /** Leave with the reason of the stop; the journal says where to go on. */
  | { readonly kind: 'stop' };

export interface Bounds {
  /** Look-up and same-token retry before a call is called unknown. */
  readonly unknownSeconds: number;
  /** After a cancel or in a review: how long to find out what really arose. */
  readonly learnSeconds: number;
}
