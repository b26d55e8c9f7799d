/** Books payments, refunds and disputes, each with its audit log entry. Takes available money only, never money on hold. */
import { appendEntry } from '@farebox/audit-log';
import type { Transaction } from '@farebox/db';
import { fund, lockAccount, readUsage } from '@farebox/ledger';
import { type Checkout, changeCheckout } from './store/checkouts.ts';
import type { Problem } from './store/events.ts';

export interface Booking {
  /** Must hold the locks of the audit chain and of the checkout. */
  readonly transaction: Transaction;
  readonly chain: string;
  readonly checkout: Checkout;
  readonly eventId: string;
}

export interface Payment {
  readonly session: string;
  readonly payment: string | null;
  readonly at: Date;
}

const ACTOR = { kind: 'system', subject: 'stripe' } as const;

/** Books the whole amount, once per checkout: the reference is the checkout. */
export async function bookPayment(booking: Booking, { session, payment, at }: Payment): Promise<void> {
  const { transaction, checkout } = booking;
  const reference = `stripe-${checkout.id}`;
  await move(booking, { act: 'balance.top_up', amountMicros: checkout.amountMicros, reference });
  await changeCheckout(transaction, checkout, { status: 'paid', session, payment, paidAt: at });
}

/** Takes refunded or disputed money from the balance, or returns it after a won dispute. Money that is no longer available is owed and listed as a problem. */
export async function takeBack(
  booking: Booking,
  returned: Pick<Checkout, 'refundedMicros' | 'disputedMicros'>,
): Promise<Problem | null> {
  const { transaction, checkout, eventId } = booking;
  await lockAccount(transaction, checkout.projectId);
  const { availableMicros } = await readUsage(transaction, checkout.projectId);
  const owed = least(checkout.amountMicros, returned.refundedMicros + returned.disputedMicros);
  const taken = least(owed - checkout.takenMicros, availableMicros);
  if (taken !== 0n)
    await move(booking, { act: 'balance.adjust', amountMicros: -taken, reference: `stripe-${eventId}` });
  const takenMicros = checkout.takenMicros + taken;
  await changeCheckout(transaction, checkout, { ...returned, takenMicros });
  return takenMicros < owed ? 'spent_already' : null;
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);

interface Move {
  readonly act: 'balance.top_up' | 'balance.adjust';
  readonly amountMicros: bigint;
  readonly reference: string;
}

async function move({ transaction, chain, checkout, eventId }: Booking, order: Move): Promise<void> {
  const { projectId, id: target } = checkout;
  const { act, amountMicros, reference } = order;
  await lockAccount(transaction, projectId);
  const { availableMicros } = await readUsage(transaction, projectId);
  const kind = act === 'balance.top_up' ? 'top_up' : 'adjustment';
  await fund(transaction, { projectId, kind, amountMicros, reference, executionId: null });
  const before = { availableMicros: Number(availableMicros) };
  const told = { kind, amountMicros: Number(amountMicros), reference, checkoutId: target, eventId };
  const after = { availableMicros: Number(availableMicros + amountMicros), ...told };
  const entry = { act, projectId, target, before, after, reason: null, requestId: null, replay: null };
  await appendEntry(transaction, { chain, actor: ACTOR, ...entry });
}
