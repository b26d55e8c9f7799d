/** Payments by card: what somebody may pay, and what became of it. */
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
import { PAGE_MAX, pageQuery } from './page.ts';

/** One USD, and 10,000: whole cents, within what a card is charged at once. */
const CHECKOUT_MIN_MICROS = 1_000_000;
const CHECKOUT_MAX_MICROS = 10_000_000_000;

export const CheckoutId = idOf('CheckoutId', 'chk', 'an amount that may be paid by card');
const Url = Type.String({ format: 'uri', maxLength: 4_000 });

export const CheckoutRequest = Type.Object(
  {
    amountMicros: Type.Integer({
      format: 'int64',
      minimum: CHECKOUT_MIN_MICROS,
      maximum: CHECKOUT_MAX_MICROS,
      multipleOf: 10_000,
      description: 'Whole cents.',
    }),
  },
  closed,
);
export const OpenedCheckout = Type.Object(
  { checkoutId: CheckoutId, url: Url, expiresAt: Timestamp },
  named('OpenedCheckout', 'Where it is paid, and until when. Whoever has the address can pay.'),
);
export const Checkout = Type.Object(
  {
    id: CheckoutId,
    amountMicros: MicrosJson,
    status: oneOf(
      'CheckoutStatus',
      ['opening', 'open', 'processing', 'paid', 'failed', 'expired'],
      'Of a checkout; `processing`: the money is under way.',
    ),
    isLive: Type.Boolean({ description: "False: of the provider's test mode." }),
    openedBy: Type.String({ maxLength: 500, description: 'The subject of who opened it.' }),
    openedAt: Timestamp,
    expiresAt: Timestamp,
    url: nullable(Url),
    paidAt: nullable(Timestamp),
    refundedMicros: { ...MicrosJson, description: 'Given back by the provider.' },
    disputedMicros: { ...MicrosJson, description: 'Taken back by a bank, as it stands.' },
    owedMicros: { ...MicrosJson, description: 'Of both, what was no longer available to be taken from the balance.' },
  },
  named('Checkout', 'An amount that may be paid by card.'),
);
export const CheckoutQuery = pageQuery(CheckoutId);
export const CheckoutList = Type.Object(
  { checkouts: list(Checkout, PAGE_MAX), nextBefore: nullable(CheckoutId) },
  named('CheckoutList', 'What may be paid by card or was, newest first.'),
);

const EventId = Type.String({ pattern: '^[A-Za-z0-9_]{1,255}$', maxLength: 255 });
export const PaymentProblemQuery = pageQuery(EventId);
export const PaymentProblemList = Type.Object(
  {
    problems: list(
      Type.Object(
        {
          id: { ...EventId, description: "The provider's, of its event." },
          kind: Type.String({ maxLength: 50 }),
          subject: Type.String({
            maxLength: 255,
            description: "The provider's name of the session, payment or dispute.",
          }),
          at: Timestamp,
          projectId: ProjectId,
          checkoutId: CheckoutId,
          amountMicros: MicrosJson,
          problem: oneOf(
            'PaymentProblemKind',
            ['unknown_checkout', 'not_as_agreed', 'spent_already'],
            'It names a checkout that is not here, or something else than was agreed and nothing was booked, or a part of what was taken back was no longer available.',
          ),
        },
        named('PaymentProblem', 'An event of the provider of payments that a person has to look at.'),
      ),
      PAGE_MAX,
    ),
    nextBefore: nullable(EventId),
  },
  named('PaymentProblemList', 'What a person has to look at.'),
);
