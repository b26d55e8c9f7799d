/**
 * The port to a provider of payments: what Farebox asks of it, and what it tells. An event says what happened there and decides nothing here; amounts are
 * compared with what was agreed by whoever applies it.
 */

export interface PaymentProvider {
  /** Whether money moves; false: the provider's test mode. */
  readonly isLive: boolean;
  /** Opens it, or answers what was opened: the same checkout is opened once. Rejects with PaymentsUnavailableError. */
  readonly open: (checkout: CheckoutOrder) => Promise<OpenedCheckout>;
  /** What was delivered; null: nothing that concerns us. Throws ForgedEventError unless the provider signed just these bytes a moment ago. */
  readonly read: (body: Buffer, signature: string) => PaymentEvent | null;
  /** All events of these seconds, oldest first. */
  readonly events: (between: {
    readonly sinceSeconds: number;
    readonly untilSeconds: number;
  }) => Promise<readonly PaymentEvent[]>;
}

export interface CheckoutOrder {
  readonly projectId: string;
  readonly id: string;
  /** Whole cents. */
  readonly amountMicros: bigint;
  readonly expiresAt: Date;
}

export interface OpenedCheckout {
  readonly session: string;
  /** Where the customer pays. */
  readonly url: string;
}

interface Told {
  /** By the provider. */
  readonly id: string;
  readonly at: Date;
  readonly isLive: boolean;
  readonly currency: string;
  readonly amountMicros: bigint;
}

/** The checkout that the provider was told to keep with its session and its payment. */
export interface CheckoutName {
  readonly projectId: string;
  readonly id: string;
}

/** How a session ended, or that its money is under way. */
export interface SessionEvent extends Told {
  readonly kind: 'paid' | 'processing' | 'failed' | 'expired';
  readonly of: CheckoutName;
  readonly session: string;
  readonly payment: string | null;
}

/** Of a payment, all of it until now that was given back. */
export interface RefundEvent extends Told {
  readonly kind: 'refunded';
  readonly of: CheckoutName;
  readonly payment: string;
}

/** The bank took the amount back, or gave it again. */
export interface DisputeEvent extends Told {
  readonly kind: 'disputed' | 'reinstated';
  readonly dispute: string;
  readonly payment: string;
}

export type PaymentEvent = SessionEvent | RefundEvent | DisputeEvent;

/** Not signed with a secret of ours, or too long ago, or not over these bytes. */
export class ForgedEventError extends Error {
  override readonly name = 'ForgedEventError';
}

/** The provider cannot be reached, or does not do its work now. */
export class PaymentsUnavailableError extends Error {
  override readonly name = 'PaymentsUnavailableError';
}
