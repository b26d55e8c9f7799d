/** Reads Stripe events. Uses only fields that exist in every version of Stripe's API; returns null for events that are not about our checkouts. */
import type { CheckoutName, PaymentEvent, SessionEvent } from '../provider.ts';
import { microsOfCents } from './cents.ts';

type Json = Readonly<Record<string, unknown>>;
type Told = Pick<PaymentEvent, 'id' | 'at' | 'isLive'>;
type Reader = (told: Told, object: Json) => PaymentEvent | null;

const session =
  (kindOf: (object: Json) => SessionEvent['kind']): Reader =>
  (told, object) => {
    const of = nameIn(object);
    if (of === null) return null;
    const amount = { currency: textOf(object['currency']), amountMicros: microsOfCents(object['amount_total']) };
    return {
      ...told,
      ...amount,
      of,
      kind: kindOf(object),
      session: textOf(object['id']),
      payment: idOf(object['payment_intent']),
    };
  };

const dispute =
  (kind: 'disputed' | 'reinstated'): Reader =>
  (told, object) => {
    const payment = idOf(object['payment_intent']);
    if (payment === null) return null;
    const amount = { currency: textOf(object['currency']), amountMicros: microsOfCents(object['amount']) };
    return { ...told, ...amount, kind, payment, dispute: textOf(object['id']) };
  };

const refund: Reader = (told, object) => {
  const [of, payment] = [nameIn(object), idOf(object['payment_intent'])];
  if (of === null || payment === null) return null;
  const amount = { currency: textOf(object['currency']), amountMicros: microsOfCents(object['amount_refunded']) };
  return { ...told, ...amount, kind: 'refunded', of, payment };
};

const READERS: Readonly<Record<string, Reader>> = {
  // A bank transfer completes the session, but its money arrives days later or never.
  'checkout.session.completed': session(({ payment_status: status }) => (status === 'unpaid' ? 'processing' : 'paid')),
  'checkout.session.async_payment_succeeded': session(() => 'paid'),
  'checkout.session.async_payment_failed': session(() => 'failed'),
  'checkout.session.expired': session(() => 'expired'),
  'charge.refunded': refund,
  'charge.dispute.funds_withdrawn': dispute('disputed'),
  'charge.dispute.funds_reinstated': dispute('reinstated'),
};

/** The event types that the endpoint at Stripe must subscribe to. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies readonly (keyof typeof READERS)[];

/** Throws TypeError if an event about our checkouts is not as Stripe documents it: an operator must look at it. */
export function eventOf(said: unknown): PaymentEvent | null {
  const event = objectOf(said);
  const read = READERS[textOf(event['type'])];
  if (read === undefined) return null;
  const seconds = event['created'];
  if (!Number.isSafeInteger(seconds)) throw new TypeError('an event from Stripe must have a time');
  const told = { id: textOf(event['id']), at: new Date(Number(seconds) * 1000), isLive: event['livemode'] === true };
  return read(told, objectOf(objectOf(event['data'])['object']));
}

function nameIn({ metadata }: Json): CheckoutName | null {
  const { farebox_project: projectId, farebox_checkout: id } = (metadata ?? {}) as Json;
  return typeof projectId === 'string' && typeof id === 'string' ? { projectId, id } : null;
}

/** Some API versions and requests return the whole object instead of its id. */
function idOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : textOf(objectOf(value)['id']);
}

function objectOf(value: unknown): Json {
  if (typeof value !== 'object' || value === null) throw new TypeError('an event from Stripe must consist of objects');
  return value as Json;
}

function textOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > 255)
    throw new TypeError('an id from Stripe must be a string of at most 255 characters');
  return value;
}
