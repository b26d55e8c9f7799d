/** Payments by card: checkouts and their outcomes. */
import { Type } from 'typebox';
import {
  MicrosJson,
  ProjectId,
  Timestamp,
  closed,
  idOf,
  list,
  named,
  nullable,
  oneOf,
} from '../../schemas/primitives.ts';
import { HolderProject } from './holder.ts';
import { PAGE_MAX, pageQuery } from './page.ts';

/** 1 USD and 10,000 USD: a usual range for one card payment, in whole cents. */
const CHECKOUT_MIN_MICROS = 1_000_000;
const CHECKOUT_MAX_MICROS = 10_000_000_000;

export const CheckoutId = idOf('CheckoutId', 'chk', 'a checkout');
const Url = Type.String({ format: 'uri', maxLength: 4_000 });

export const CheckoutRequest = Type.Object(
  {
    amountMicros: Type.Integer({
      format: 'int64',
      minimum: CHECKOUT_MIN_MICROS,
      maximum: CHECKOUT_MAX_MICROS,
      multipleOf: 10_000,
      description: 'Micro-units of USD, in whole cents: from 1 to 10,000 USD.',
    }),
  },
  closed,
);
export const OpenedCheckout = Type.Object(
  { checkoutId: CheckoutId, url: Url, expiresAt: Timestamp },
  named('OpenedCheckout', 'The payment page, valid until `expiresAt`. Anyone who has the URL can pay.'),
);
export const Checkout = Type.Object(
  {
    id: CheckoutId,
    amountMicros: MicrosJson,
    status: oneOf(
      'CheckoutStatus',
      ['opening', 'open', 'processing', 'paid', 'failed', 'expired'],
      'The status of a checkout. `processing`: the payment has been started but has not arrived.',
    ),
    isLive: Type.Boolean({ description: "False: a checkout in the provider's test mode." }),
    openedBy: Type.String({ maxLength: 500, description: 'The `sub` of the session that opened the checkout.' }),
    openedAt: Timestamp,
    expiresAt: Timestamp,
    url: nullable(Url),
    paidAt: nullable(Timestamp),
    refundedMicros: { ...MicrosJson, description: 'The amount that the payment provider has refunded.' },
    disputedMicros: { ...MicrosJson, description: 'The amount that a bank currently holds back because of disputes.' },
    owedMicros: {
      ...MicrosJson,
      description: 'The part of both that could not be taken from the balance because it was no longer available.',
    },
  },
  named('Checkout', 'A payment by card, open or ended.'),
);
export const FoundCheckout = Type.Object(
  { project: HolderProject, ...Checkout.properties },
  named('FoundCheckout', 'A payment by card, and its project.'),
);
export const CheckoutQuery = pageQuery(CheckoutId);
export const CheckoutList = Type.Object(
  { checkouts: list(Checkout, PAGE_MAX), nextBefore: nullable(CheckoutId) },
  named('CheckoutList', 'Checkouts, newest first.'),
);

const EventId = Type.String({ pattern: '^[A-Za-z0-9_]{1,255}$', maxLength: 255 });
export const PaymentProblemQuery = pageQuery(EventId);
export const PaymentProblemList = Type.Object(
  {
    problems: list(
      Type.Object(
        {
          id: { ...EventId, description: "The provider's id of the event." },
          kind: Type.String({ maxLength: 50 }),
          subject: Type.String({
            maxLength: 255,
            description: "The provider's id of the session, payment or dispute.",
          }),
          at: Timestamp,
          projectId: ProjectId,
          checkoutId: CheckoutId,
          amountMicros: MicrosJson,
          problem: oneOf(
            'PaymentProblemKind',
            ['unknown_checkout', 'not_as_agreed', 'spent_already'],
            '`unknown_checkout`: the event names a checkout that does not exist here. `not_as_agreed`: the payment differs from the checkout, and nothing was booked. `spent_already`: part of a refund or dispute was no longer available in the balance.',
          ),
        },
        named('PaymentProblem', 'An event of the payment provider that needs an operator.'),
      ),
      PAGE_MAX,
    ),
    nextBefore: nullable(EventId),
  },
  named('PaymentProblemList', 'Events of the payment provider that need an operator.'),
);
