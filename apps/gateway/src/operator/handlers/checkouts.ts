/**
 * Card payments. A checkout is committed before the provider gets a request, which is sent afterwards, without an open
 * transaction. The request carries the id of the checkout, so that repeating it opens nothing more.
 */
import { AppError, invalidRequest } from '@farebox/contract';
import { environmentOfProject, isArchived } from '@farebox/identity';
import { type Checkout, insertCheckout, isPast, PaymentsUnavailableError } from '@farebox/payments';
import { unavailable } from '../../endpoint/failure.ts';
import type { OperatorDependencies } from '../dependencies.ts';
import type { ActThen, Read } from '../endpoint.ts';
import { pageOf } from '../page.ts';
import { holderShown } from '../holder.ts';
import { holderOf, present } from '../path.ts';

type Needs = Pick<OperatorDependencies, 'checkouts' | 'payments'>;

export const openCheckout = ({ checkouts, payments }: Needs): ActThen<'openCheckout'> => ({
  act: async (transaction, { caller, params: { projectId }, body: { amountMicros } }) => {
    if (payments === undefined) throw invalidRequest({ '': 'no payments by card are taken here' });
    if ((await environmentOfProject(transaction, projectId)) !== 'live')
      throw invalidRequest({ '': 'a test project has play money, which is topped up' });
    if (await isArchived(transaction, projectId)) throw new AppError('project_archived');
    const order = { projectId, amountMicros: BigInt(amountMicros), isLive: payments.isLive, openedBy: caller.subject };
    const checkoutId = await insertCheckout(transaction, order);
    return { data: { checkoutId }, entry: { target: checkoutId, before: null, after: { checkoutId, amountMicros } } };
  },
  afterwards: async (data, { params: { projectId } }) => {
    const asked = { projectId, id: (data as { readonly checkoutId: string }).checkoutId };
    const checkout = present(await checkouts.findCheckout(asked), 'checkout');
    const url = checkout.url ?? (await openAtProvider({ checkouts, payments }, checkout));
    return { checkoutId: checkout.id, url, expiresAt: checkout.expiresAt.toISOString() };
  },
});

/** Also runs for a replay, and after a failure: the first response of the provider is stored. */
async function openAtProvider({ checkouts, payments }: Needs, checkout: Checkout): Promise<string> {
  if (payments === undefined || checkout.isLive !== payments.isLive || isPast(checkout, new Date()))
    throw invalidRequest({ '': 'it was never opened, and its time is over: use another Idempotency-Key' });
  try {
    const opened = await payments.open(checkout);
    await checkouts.keepSession(checkout, opened);
    return opened.url;
  } catch (error) {
    throw error instanceof PaymentsUnavailableError ? unavailable('service_unavailable', error) : error;
  }
}

export const listCheckouts =
  ({ checkouts }: Pick<OperatorDependencies, 'checkouts'>): Read<'listCheckouts'> =>
  async ({ params: { projectId }, query: { before, limit } }) => {
    const page = await pageOf({ limit }, (most) => checkouts.readCheckouts({ projectId, before, limit: most }));
    return { checkouts: page.items.map(wireCheckout), nextBefore: page.nextBefore };
  };

export const getCheckout =
  ({ checkouts }: Pick<OperatorDependencies, 'checkouts'>): Read<'getCheckout'> =>
  async ({ params: { projectId, checkoutId } }) =>
    wireCheckout(present(await checkouts.findCheckout({ projectId, id: checkoutId }), 'checkout'));

export const findCheckout =
  ({ checkouts, projects }: Pick<OperatorDependencies, 'checkouts' | 'projects'>): Read<'findCheckout'> =>
  async (call) => {
    const ids = { projectId: holderOf(call), id: call.params.checkoutId };
    const checkout = wireCheckout(present(await checkouts.findCheckout(ids), 'checkout'));
    return { project: await holderShown(projects, call), ...checkout };
  };

export const listPaymentProblems =
  ({ checkouts }: Pick<OperatorDependencies, 'checkouts'>): Read<'listPaymentProblems'> =>
  async ({ query: { before, limit } }) => {
    const page = await pageOf({ limit }, (most) => checkouts.readProblems({ before, limit: most }));
    const problems = page.items.map((each) => ({
      ...each,
      at: each.at.toISOString(),
      amountMicros: Number(each.amountMicros),
    }));
    return { problems, nextBefore: page.nextBefore };
  };

const wireCheckout = (checkout: Checkout) => {
  const { projectId: _, session: _session, payment: _payment, takenMicros, paidAt, ...shown } = checkout;
  const { amountMicros, refundedMicros, disputedMicros } = checkout;
  const returned = refundedMicros + disputedMicros;
  return {
    ...shown,
    amountMicros: Number(amountMicros),
    openedAt: checkout.openedAt.toISOString(),
    expiresAt: checkout.expiresAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
    refundedMicros: Number(refundedMicros),
    disputedMicros: Number(disputedMicros),
    owedMicros: Number((returned < amountMicros ? returned : amountMicros) - takenMicros),
  };
};
