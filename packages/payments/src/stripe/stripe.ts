/** Stripe as the payment provider: Checkout Sessions, signed events, and the list of events. Never sees card data, and knows nothing about balances. */
import { Stripe } from 'stripe';
import { type CheckoutOrder, ForgedEventError, PaymentsUnavailableError, type PaymentProvider } from '../provider.ts';
import { EVENT_TYPES, eventOf } from './event.ts';
import { MICROS_PER_CENT } from './cents.ts';
import { isSoundSignature } from './signature.ts';

export interface StripeOptions {
  readonly key: string;
  readonly apiUrl: URL;
  /** The page to which customers return. */
  readonly returnUrl: URL;
  /** The signing secrets of the endpoint; several while one replaces another. */
  readonly webhookSecrets: readonly string[];
}

/** A caller waits for the response, but no database transaction is open. */
const TIMEOUT_MS = 10_000;
/** The maximum age of a delivery, including clock differences, and how far ahead it may be: refuses recorded deliveries. */
const TOLERANCE_SECONDS = 300;
const PAGE = 100;

export function createStripe({ key, apiUrl, returnUrl, webhookSecrets }: StripeOptions): PaymentProvider {
  const stripe = new Stripe(key, {
    host: apiUrl.hostname,
    port: apiUrl.port === '' ? (apiUrl.protocol === 'https:' ? 443 : 80) : apiUrl.port,
    protocol: apiUrl.protocol === 'https:' ? 'https' : 'http',
    maxNetworkRetries: 2, // with the same idempotency key
    timeout: TIMEOUT_MS,
    telemetry: false,
  });
  return {
    isLive: isLiveKey(key),
    open: async (order) => {
      const session = await asked(() =>
        stripe.checkout.sessions.create(sessionOf(order, returnUrl), { idempotencyKey: order.id }),
      );
      if (session.url === null) throw new PaymentsUnavailableError('the payment session has no URL');
      return { session: session.id, url: session.url };
    },
    read: (body, signature) => {
      const window = { nowSeconds: Math.floor(Date.now() / 1000), toleranceSeconds: TOLERANCE_SECONDS };
      if (!isSoundSignature(signature, window))
        throw new ForgedEventError('the signature is malformed, or its time is in the future');
      if (!webhookSecrets.some((secret) => isSigned({ stripe, body, signature, secret })))
        throw new ForgedEventError('no configured secret matches the signature');
      return eventOf(JSON.parse(body.toString('utf8')));
    },
    events: async ({ sinceSeconds, untilSeconds }) => {
      const created = { gte: sinceSeconds, lt: untilSeconds };
      const listed: Stripe.Event[] = [];
      await asked(async () => {
        for await (const event of stripe.events.list({ created, types: [...EVENT_TYPES], limit: PAGE }))
          listed.push(event);
      });
      return listed.toReversed().flatMap((event) => eventOf(event) ?? []);
    },
  };
}

const isLiveKey = (key: string): boolean => /^[sr]k_live_/.test(key);

interface Signed {
  readonly stripe: Stripe;
  readonly body: Buffer;
  readonly signature: string;
  readonly secret: string;
}

function isSigned({ stripe, body, signature, secret }: Signed): boolean {
  try {
    stripe.webhooks.constructEvent(body, signature, secret, TOLERANCE_SECONDS);
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    throw error;
  }
}

/** One amount in one currency, with our ids on the session and on its payment, so that each event names its checkout. */
function sessionOf(
  { projectId, id, amountMicros, expiresAt }: CheckoutOrder,
  returnUrl: URL,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { farebox_project: projectId, farebox_checkout: id };
  const back = (outcome: string): string => {
    const url = new URL(returnUrl);
    url.searchParams.set('checkout', id);
    url.searchParams.set('outcome', outcome);
    return url.href;
  };
  return {
    mode: 'payment',
    client_reference_id: id,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: Number(amountMicros / MICROS_PER_CENT),
          product_data: { name: 'Prepaid balance' },
        },
      },
    ],
    // Keeps the agreed currency, so that refunds are in the same currency.
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(expiresAt.getTime() / 1000),
    success_url: back('paid'),
    cancel_url: back('cancelled'),
  };
}

/** Any refusal by Stripe counts as an outage, because our request is always valid: a retry may succeed, or the configuration needs an operator. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      throw new PaymentsUnavailableError(`Stripe: ${error.type}, ${error.code ?? 'no code'}`, { cause: error });
    throw error;
  }
}
