/**
 * The port to a payment provider. An event reports what happened at the provider and decides nothing here: the code that applies the event compares
 * its amounts with the checkout.
 */

export interface PaymentProvider {
  /** Whether real money moves; false: the provider's test mode. */
  readonly isLive: boolean;
  /** Opens a payment page, or returns the existing one: a checkout is opened once. Rejects with PaymentsUnavailableError. */
  readonly open: (checkout: CheckoutOrder) => Promise<OpenedCheckout>;
  /** Reads a delivered event; null: not relevant here. Throws ForgedEventError unless the provider signed exactly these bytes within the tolerance. */
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
  /** In whole cents. */
  readonly amountMicros: bigint;
  readonly expiresAt: Date;
}

export interface OpenedCheckout {
  readonly session: string;
  /** The payment page. */
  readonly url: string;
}

interface Told {
  /** The provider's id. */
  readonly id: string;
  readonly at: Date;
  readonly isLive: boolean;
  readonly currency: string;
  readonly amountMicros: bigint;
}

/** The checkout, as the provider stores it with its session and its payment. */
export interface CheckoutName {
  readonly projectId: string;
  readonly id: string;
}

/** A session has ended, or its payment has been started. */
export interface SessionEvent extends Told {
  readonly kind: 'paid' | 'processing' | 'failed' | 'expired';
  readonly of: CheckoutName;
  readonly session: string;
  readonly payment: string | null;
}

/** The sum of all refunds of a payment so far. */
export interface RefundEvent extends Told {
  readonly kind: 'refunded';
  readonly of: CheckoutName;
  readonly payment: string;
}

/** A bank has taken the amount back, or returned it. */
export interface DisputeEvent extends Told {
  readonly kind: 'disputed' | 'reinstated';
  readonly dispute: string;
  readonly payment: string;
}

export type PaymentEvent = SessionEvent | RefundEvent | DisputeEvent;

/** The signature is not by one of our secrets, is too old, or is not over these bytes. */
export class ForgedEventError extends Error {
  override readonly name = 'ForgedEventError';
}

/** The provider is unreachable or out of service. */
export class PaymentsUnavailableError extends Error {
  override readonly name = 'PaymentsUnavailableError';
}
