/** For tests: a Stripe account in memory, with its sessions, the actions of its customers, and the resulting events. Knows nothing about Farebox. */
import { randomBytes } from 'node:crypto';

export type Json = Readonly<Record<string, unknown>>;

export interface StripeSession {
  readonly id: string;
  readonly url: string;
  readonly metadata: Json;
  readonly paymentMetadata: Json;
  readonly client_reference_id: string | null;
  readonly amount_total: number;
  readonly currency: string;
  readonly expires_at: number;
  payment_intent: string | null;
  refunded: number;
}

export interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
  readonly livemode: boolean;
  readonly data: { readonly object: Json };
}

export interface StripeAccount {
  readonly sessions: StripeSession[];
  /** Oldest first. */
  readonly events: StripeEvent[];
  /** The clock of the account, not of the caller. */
  readonly nowSeconds: () => number;
  /** The customer pays; `unpaid`: by a bank transfer whose money arrives later. */
  readonly pay: (session: StripeSession, changes?: Json) => StripeEvent;
  readonly transferArrives: (session: StripeSession) => StripeEvent;
  readonly transferFails: (session: StripeSession) => StripeEvent;
  readonly expire: (session: StripeSession) => StripeEvent;
  /** The event has the sum of all refunds, as at Stripe. */
  readonly refund: (session: StripeSession, cents: number) => StripeEvent;
  readonly dispute: (
    session: StripeSession,
    cents: number,
  ) => { readonly lost: StripeEvent; readonly won: (changes?: Json) => StripeEvent };
  /** The same event under another id. */
  readonly again: (event: StripeEvent) => StripeEvent;
}

export const newName = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

export function createAccount({ livemode }: { readonly livemode: boolean }): StripeAccount {
  const events: StripeEvent[] = [];
  const nowSeconds = (): number => Math.floor(Date.now() / 1000);
  const tell = (type: string, object: Json): StripeEvent => {
    const event = { id: newName('evt'), object: 'event', type, created: nowSeconds(), livemode, data: { object } };
    events.push(event);
    return event;
  };
  const ofSession = (type: string, session: StripeSession, more: Json): StripeEvent =>
    tell(`checkout.session.${type}`, { ...wireSession(session), ...more });
  const paymentOf = (session: StripeSession): string => (session.payment_intent ??= newName('pi'));
  return {
    sessions: [],
    events,
    nowSeconds,
    pay: (session, changes = {}) => {
      paymentOf(session);
      return ofSession('completed', session, { status: 'complete', payment_status: 'paid', ...changes });
    },
    transferArrives: (session) =>
      ofSession('async_payment_succeeded', session, { status: 'complete', payment_status: 'paid' }),
    transferFails: (session) =>
      ofSession('async_payment_failed', session, { status: 'complete', payment_status: 'unpaid' }),
    expire: (session) => ofSession('expired', session, { status: 'expired', payment_status: 'unpaid' }),
    refund: (session, cents) => {
      session.refunded += cents;
      return tell('charge.refunded', chargeOf(session, paymentOf(session)));
    },
    dispute: (session, cents) => {
      const object = {
        id: newName('dp'),
        object: 'dispute',
        amount: cents,
        currency: session.currency,
        payment_intent: paymentOf(session),
      };
      const lost = tell('charge.dispute.funds_withdrawn', { ...object, status: 'needs_response' });
      return {
        lost,
        won: (changes = {}) => tell('charge.dispute.funds_reinstated', { ...object, status: 'won', ...changes }),
      };
    },
    again: ({ type, data }) => tell(type, data.object),
  };
}

export const wireSession = ({ paymentMetadata: _, refunded: _refunded, ...session }: StripeSession): Json => ({
  ...session,
  object: 'checkout.session',
  mode: 'payment',
  status: 'open',
  payment_status: 'unpaid',
});

const chargeOf = (session: StripeSession, payment_intent: string): Json => ({
  id: newName('ch'),
  object: 'charge',
  amount: session.amount_total,
  amount_refunded: session.refunded,
  currency: session.currency,
  metadata: session.paymentMetadata,
  payment_intent,
  refunded: session.refunded === session.amount_total,
});
