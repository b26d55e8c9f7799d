/** Payments by card, where the configuration has a provider of payments. */
import { ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import {
  Checkout,
  CheckoutId,
  CheckoutList,
  CheckoutQuery,
  CheckoutRequest,
  OpenedCheckout,
  PaymentProblemList,
  PaymentProblemQuery,
} from '../schemas/checkout.ts';

const ofProject = { params: { projectId: ProjectId }, tag: 'Checkouts' } as const;

export const checkoutRoutes = {
  openCheckout: {
    ...ofProject,
    method: 'POST',
    path: '/projects/{projectId}/checkouts',
    access: { project: 'ADMIN' },
    act: 'checkout.open',
    idempotency: 'required',
    summary: 'Pay by card',
    description:
      'Opens a page of the provider of payments for a live project. Nothing is booked until the provider says that it was paid; the same Idempotency-Key answers the same page.',
    body: { kind: 'json', schema: CheckoutRequest, example: { amountMicros: 25_000_000 } },
    successes: { 200: { description: 'Where it is paid.', schema: OpenedCheckout } },
    errors: ['idempotency_key_required', 'project_archived'],
  },
  listCheckouts: {
    ...ofProject,
    method: 'GET',
    path: '/projects/{projectId}/checkouts',
    access: { project: 'ADMIN' },
    query: CheckoutQuery,
    summary: 'Payments by card',
    description: 'Newest first, by pages.',
    successes: { 200: { description: 'A page of checkouts.', schema: CheckoutList } },
    errors: [],
  },
  getCheckout: {
    ...ofProject,
    params: { projectId: ProjectId, checkoutId: CheckoutId },
    method: 'GET',
    path: '/projects/{projectId}/checkouts/{checkoutId}',
    access: { project: 'ADMIN' },
    summary: 'One payment by card',
    description: 'What became of it.',
    successes: { 200: { description: 'The checkout.', schema: Checkout } },
    errors: [],
  },
  listPaymentProblems: {
    tag: 'Checkouts',
    method: 'GET',
    path: '/payment-problems',
    access: 'platform',
    query: PaymentProblemQuery,
    summary: 'Payments that a person has to look at',
    description: 'Of all projects, by pages. What is listed stays: it is mended by an adjustment.',
    successes: { 200: { description: 'A page of problems.', schema: PaymentProblemList } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
