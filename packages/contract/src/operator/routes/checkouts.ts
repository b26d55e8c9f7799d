/** Payments by card, if the configuration has a payment provider. */
import { ProjectId } from '../../schemas/primitives.ts';
import type { OperatorRoute } from '../route.ts';
import {
  Checkout,
  CheckoutId,
  CheckoutList,
  CheckoutQuery,
  CheckoutRequest,
  FoundCheckout,
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
    summary: 'Open a checkout to pay by card',
    description:
      'Creates a payment page of the payment provider for a live project. The amount is booked only after the provider has reported the payment. The same Idempotency-Key returns the same page.',
    body: { kind: 'json', schema: CheckoutRequest, example: { amountMicros: 25_000_000 } },
    successes: { 200: { description: 'The checkout with the URL of its payment page.', schema: OpenedCheckout } },
    errors: ['idempotency_key_required', 'project_archived'],
  },
  listCheckouts: {
    ...ofProject,
    method: 'GET',
    path: '/projects/{projectId}/checkouts',
    access: { project: 'ADMIN' },
    query: CheckoutQuery,
    summary: 'List checkouts of a project',
    description: 'Newest first.',
    successes: { 200: { description: 'A page of checkouts.', schema: CheckoutList } },
    errors: [],
  },
  findCheckout: {
    tag: 'Checkouts',
    method: 'GET',
    path: '/checkouts/{checkoutId}',
    access: { holder: 'ADMIN' },
    params: { checkoutId: CheckoutId },
    summary: 'Find a checkout by its id alone',
    description: 'Looks in every project that the caller may see. Returns the checkout and its project.',
    successes: { 200: { description: 'The checkout and its project.', schema: FoundCheckout } },
    errors: [],
  },
  getCheckout: {
    ...ofProject,
    params: { projectId: ProjectId, checkoutId: CheckoutId },
    method: 'GET',
    path: '/projects/{projectId}/checkouts/{checkoutId}',
    access: { project: 'ADMIN' },
    summary: 'Read a checkout',
    description: 'Returns its status, and what was refunded or disputed.',
    successes: { 200: { description: 'The checkout.', schema: Checkout } },
    errors: [],
  },
  listPaymentProblems: {
    tag: 'Checkouts',
    method: 'GET',
    path: '/payment-problems',
    access: 'platform',
    query: PaymentProblemQuery,
    summary: 'List payment problems',
    description:
      'Payment events of all projects that need an operator. A problem stays in the list; correct the balance with an adjustment.',
    successes: { 200: { description: 'A page of problems.', schema: PaymentProblemList } },
    errors: [],
  },
} as const satisfies Readonly<Record<string, OperatorRoute>>;
