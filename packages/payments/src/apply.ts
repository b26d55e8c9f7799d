/**
 * What an event of the provider comes to here: one transaction that records the event, books its money and writes its entry of the audit log, or nothing at
 * all. However often, late, twice at once or under how many ids it is told, a payment is booked once; nothing is booked that was not agreed.
 */
import { chainOf, lockChain } from '@farebox/audit-log';
import type { Database, Transaction } from '@farebox/db';
import { bookPayment, type Booking, takeBack } from './book.ts';
import type { CheckoutName, DisputeEvent, PaymentEvent, RefundEvent, SessionEvent } from './provider.ts';
import { type Checkout, changeCheckout, findCheckout, lockCheckout, organizationOf } from './store/checkouts.ts';
import { insertEvent, isKnown, type Problem, wasApplied } from './store/events.ts';

/** `ignored`: it is nothing of ours. `problem`: it is kept, and a person has to look at it. */
export type Applied =
  | { readonly kind: 'applied' | 'repeated' | 'ignored' }
  | { readonly kind: 'problem'; readonly problem: Problem; readonly of: CheckoutName };

/** What it follows has not been applied yet: it is to be told again later. */
export class TooEarlyError extends Error {
  override readonly name = 'TooEarlyError';
}

const CURRENCY = 'usd';

/** @param isLive of the provider's key: events of the other mode are nothing of ours. Rejects with TooEarlyError. */
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

/** Paid under a name of ours that is not here: nobody's balance grows by it until a person has found out whose it is. */
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

/** Where the answer to our own request was lost, the event tells the session first. */
const isOfSession = (checkout: Checkout, { session, isLive }: SessionEvent): boolean =>
  checkout.isLive === isLive && (checkout.session === null || checkout.session === session);

async function applyReturn(booking: Booking, event: RefundEvent | DisputeEvent): Promise<Problem | null> {
  const { transaction, checkout } = booking;
  if (checkout.status !== 'paid') {
    if (await wasApplied(transaction, checkout, { kind: 'paid' })) return null; // it was refused: nothing of it was booked
    throw new TooEarlyError(`${event.kind} before the checkout ${checkout.id} was paid`);
  }
  if (event.currency !== CURRENCY) return 'not_as_agreed';
  const returned = await returnedBy(transaction, checkout, event);
  return returned === null ? null : await takeBack(booking, returned);
}

type Returned = Pick<Checkout, 'refundedMicros' | 'disputedMicros'>;

/** What the provider has taken back in all, with this event; null: it changes nothing. */
async function returnedBy(
  transaction: Transaction,
  checkout: Checkout,
  event: RefundEvent | DisputeEvent,
): Promise<Returned | null> {
  const { refundedMicros, disputedMicros } = checkout;
  if (event.kind === 'refunded') {
    // It tells the sum of all refunds so far: one that comes late tells less than is known.
    return event.amountMicros > refundedMicros ? { refundedMicros: event.amountMicros, disputedMicros } : null;
  }
  const { kind, dispute: subject, amountMicros } = event;
  if (await wasApplied(transaction, checkout, { kind, subject })) return null;
  if (kind === 'disputed') return { refundedMicros, disputedMicros: disputedMicros + amountMicros };
  if (!(await wasApplied(transaction, checkout, { kind: 'disputed', subject })))
    throw new TooEarlyError(`the dispute ${subject} was won before it was lost`);
  return { refundedMicros, disputedMicros: disputedMicros > amountMicros ? disputedMicros - amountMicros : 0n };
}
