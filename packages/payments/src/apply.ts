/**
 * Applies an event of the payment provider in one transaction that stores the event, books its money and writes its audit log entry, or does nothing. A
 * payment is booked once, however often, late or concurrently it is reported and under however many ids. Only agreed payments are booked.
 */
import { chainOf, lockChain } from '@farebox/audit-log';
import type { Database, Transaction } from '@farebox/db';
import { bookPayment, type Booking, takeBack } from './book.ts';
import type { CheckoutName, DisputeEvent, PaymentEvent, RefundEvent, SessionEvent } from './provider.ts';
import { type Checkout, changeCheckout, findCheckout, lockCheckout, organizationOf } from './store/checkouts.ts';
import { disputeTook, insertEvent, isKnown, type Problem, wasApplied } from './store/events.ts';

/** `ignored`: the event is not about a checkout of this deployment. `problem`: the event is stored, and an operator must look at it. */
export type Applied =
  | { readonly kind: 'applied' | 'repeated' | 'ignored' }
  | { readonly kind: 'problem'; readonly problem: Problem; readonly of: CheckoutName };

/** The event depends on one that was not applied yet: retry it later. */
export class TooEarlyError extends Error {
  override readonly name = 'TooEarlyError';
}

const CURRENCY = 'usd';

/** @param isLive the mode of the provider's key: events of the other mode are ignored. Rejects with TooEarlyError. */
export async function applyPayment(database: Database, event: PaymentEvent, isLive: boolean): Promise<Applied> {
  if (event.isLive !== isLive) return { kind: 'ignored' };
  const found = await findCheckout(database, 'of' in event ? event.of : { payment: event.payment });
  if (found === null) return event.kind === 'paid' ? await keepUnknown(database, event) : { kind: 'ignored' };
  const chain = chainOf(await organizationOf(database, found.projectId));
  return database.transaction(async (transaction) => {
    await lockChain(transaction, chain);
    if (await isKnown(transaction, event.id)) return { kind: 'repeated' };
    const checkout = await lockCheckout(transaction, found);
    const problem = await applyTo({ transaction, chain, checkout, eventId: event.id }, event);
    await insertEvent(transaction, event, { of: found, problem });
    return problem === null ? { kind: 'applied' } : { kind: 'problem', problem, of: found };
  });
}

/** Stores a payment of an unknown checkout: no balance grows until an operator has found out to which project it belongs. */
function keepUnknown(database: Database, event: SessionEvent): Promise<Applied> {
  const { of } = event;
  return database.transaction(async (transaction) => {
    const isNew = await insertEvent(transaction, event, { of, problem: 'unknown_checkout' });
    return isNew ? { kind: 'problem', problem: 'unknown_checkout', of } : { kind: 'repeated' };
  });
}

function applyTo(booking: Booking, event: PaymentEvent): Promise<Problem | null> {
  if ('session' in event) return applySession(booking, event);
  return applyReturn(booking, event);
}

async function applySession(booking: Booking, event: SessionEvent): Promise<Problem | null> {
  const { transaction, checkout } = booking;
  if (!isOfSession(checkout, event)) return event.kind === 'paid' ? 'not_as_agreed' : null;
  if (checkout.status === 'paid') return null;
  const { kind, session, payment } = event;
  if (kind === 'paid') {
    if (event.amountMicros !== checkout.amountMicros || event.currency !== CURRENCY) return 'not_as_agreed';
    await bookPayment(booking, { session, payment, at: event.at });
  } else {
    await changeCheckout(transaction, checkout, { status: kind, session });
  }
  return null;
}

/** If the response to our own request was lost, the event is the first to name the session. */
const isOfSession = (checkout: Checkout, { session, isLive }: SessionEvent): boolean =>
  checkout.isLive === isLive && (checkout.session === null || checkout.session === session);

async function applyReturn(booking: Booking, event: RefundEvent | DisputeEvent): Promise<Problem | null> {
  const { transaction, checkout } = booking;
  if (checkout.status !== 'paid') {
    if (await wasApplied(transaction, checkout, { kind: 'paid' })) return null; // the payment was refused, so nothing was booked
    throw new TooEarlyError(`${event.kind} before the checkout ${checkout.id} was paid`);
  }
  if (event.currency !== CURRENCY) return 'not_as_agreed';
  const returned = await returnedBy(transaction, checkout, event);
  return returned === null ? null : await takeBack(booking, returned);
}

type Returned = Pick<Checkout, 'refundedMicros' | 'disputedMicros'>;

/** The total that the provider has taken back, including this event; null: the event changes nothing. */
async function returnedBy(
  transaction: Transaction,
  checkout: Checkout,
  event: RefundEvent | DisputeEvent,
): Promise<Returned | null> {
  const { refundedMicros, disputedMicros } = checkout;
  if (event.kind === 'refunded') {
    // The event has the sum of all refunds so far, so a late event has a smaller sum than is known.
    return event.amountMicros > refundedMicros ? { refundedMicros: event.amountMicros, disputedMicros } : null;
  }
  const { kind, dispute: subject, amountMicros } = event;
  if (await wasApplied(transaction, checkout, { kind, subject })) return null;
  if (kind === 'disputed') return { refundedMicros, disputedMicros: disputedMicros + amountMicros };
  if (!(await wasApplied(transaction, checkout, { kind: 'disputed', subject })))
    throw new TooEarlyError(`the dispute ${subject} returned money before it took any`);
  const took = await disputeTook(transaction, checkout, subject);
  return { refundedMicros, disputedMicros: disputedMicros - (amountMicros < took ? amountMicros : took) };
}
