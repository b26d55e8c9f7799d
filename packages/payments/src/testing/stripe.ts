/**
 * For tests: a local server that speaks Stripe's protocol: keys, form-encoded requests, idempotency keys, paged lists, signed deliveries. It refuses the
 * requests that Stripe refuses. It signs with its own code, not with the package that verifies the signatures.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  createAccount,
  type Json,
  newName,
  type StripeAccount,
  type StripeEvent,
  type StripeSession,
  wireSession,
} from './account.ts';
import { at, parseForm } from './form.ts';

export type { StripeEvent, StripeSession } from './account.ts';

export interface TestStripe extends StripeAccount, AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly secret: string;
  /** The requests so far, as `METHOD path`. */
  readonly requests: string[];
  /** Faults of the next requests: processed without a response, or refused like a server that is down. */
  readonly faults: ('answer is lost' | 'is down')[];
  readonly settings: Readonly<Record<string, string>>;
  /** Delivers an event as Stripe does. */
  readonly deliver: (to: string, event: StripeEvent, options?: DeliverOptions) => Promise<Response>;
}

export interface DeliverOptions {
  readonly secret?: string;
  /** The time of the signature; default: now. */
  readonly signedSeconds?: number;
  /** The delivered body, if it differs from the signed one. */
  readonly body?: string;
}

interface Reply {
  readonly status: number;
  readonly body: Json;
}

export async function startStripe({ livemode = true } = {}): Promise<TestStripe> {
  const account = createAccount({ livemode });
  const key = `sk_${livemode ? 'live' : 'test'}_0123456789abcdef`;
  const secret = 'whsec_of_the_endpoint_0123';
  const requests: string[] = [];
  const faults: TestStripe['faults'] = [];
  const keys = new Map<string, { readonly body: string; readonly reply: Reply }>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const fault = faults.shift();
      const reply =
        fault === 'is down' ? problem(500, 'api_error', 'down') : repliedOnce({ account, key, keys }, request, body);
      if (fault === 'answer is lost') return request.socket.destroy();
      requests.push(`${request.method} ${request.url?.split('?')[0]}`);
      response.writeHead(reply.status, { 'Content-Type': 'application/json', 'Request-Id': newName('req') });
      response.end(JSON.stringify(reply.body));
    })();
  });
  const url = await listening(server);
  return {
    ...account,
    url,
    key,
    secret,
    requests,
    faults,
    settings: {
      FAREBOX_STRIPE_KEY: key,
      FAREBOX_STRIPE_WEBHOOK_SECRETS: secret,
      FAREBOX_STRIPE_RETURN_URL: 'https://shop.example/balance?tab=1',
      FAREBOX_STRIPE_API_URL: url,
    },
    deliver: (to, event, options = {}) => deliver(to, event, { secret, ...options }),
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Served {
  readonly account: StripeAccount;
  readonly key: string;
  readonly keys: Map<string, { readonly body: string; readonly reply: Reply }>;
}

const problem = (status: number, type: string, message: string): Reply => ({
  status,
  body: { error: { type, message } },
});

/** A repeated idempotency key returns the first response; with another body it is refused. */
function repliedOnce(served: Served, request: IncomingMessage, body: string): Reply {
  if (request.headers.authorization !== `Bearer ${served.key}`)
    return problem(401, 'invalid_request_error', 'Invalid API Key');
  const name = request.headers['idempotency-key'];
  const known = typeof name === 'string' && request.method === 'POST' ? served.keys.get(name) : undefined;
  if (known !== undefined && known.body !== body)
    return problem(400, 'idempotency_error', 'Keys for idempotent requests');
  const reply = known?.reply ?? replied(served.account, request, body);
  if (typeof name === 'string' && request.method === 'POST') served.keys.set(name, { body, reply });
  return reply;
}

function replied(account: StripeAccount, { method, url = '', headers }: IncomingMessage, body: string): Reply {
  const [path, query = ''] = url.split('?');
  if (method === 'GET' && path === '/v1/events') return listEvents(account, parseForm(query));
  if (method !== 'POST' || path !== '/v1/checkout/sessions')
    return problem(404, 'invalid_request_error', 'Unrecognized request URL');
  if (headers['content-type'] !== 'application/x-www-form-urlencoded')
    return problem(400, 'invalid_request_error', 'form-encoded');
  return createSession(account, parseForm(body));
}

function createSession({ sessions, nowSeconds }: StripeAccount, form: Json): Reply {
  const cents = Number(at(form, 'line_items.0.price_data.unit_amount'));
  const inSeconds = Number(form['expires_at']) - nowSeconds();
  const isSound =
    form['mode'] === 'payment' &&
    Number.isSafeInteger(cents) &&
    cents >= 50 &&
    cents <= 99_999_999 &&
    at(form, 'line_items.0.quantity') === '1' &&
    typeof at(form, 'line_items.0.price_data.product_data.name') === 'string' &&
    inSeconds >= 1_800 &&
    inSeconds <= 86_400 &&
    URL.canParse(String(form['success_url'])) &&
    URL.canParse(String(form['cancel_url']));
  if (!isSound) return problem(400, 'invalid_request_error', 'Invalid session');
  const id = newName('cs');
  const session: StripeSession = {
    id,
    url: `https://checkout.stripe.example/c/pay/${id}#fid`,
    metadata: (form['metadata'] ?? {}) as Json,
    paymentMetadata: (at(form, 'payment_intent_data.metadata') ?? {}) as Json,
    client_reference_id: (form['client_reference_id'] as string | undefined) ?? null,
    amount_total: cents,
    currency: String(at(form, 'line_items.0.price_data.currency')),
    expires_at: Number(form['expires_at']),
    payment_intent: null,
    refunded: 0,
  };
  sessions.push(session);
  return { status: 200, body: wireSession(session) };
}

/** Newest first, in pages. */
function listEvents({ events }: StripeAccount, form: Json): Reply {
  const types = new Set(Object.values((form['types'] ?? {}) as Json));
  const [since, until] = [Number(at(form, 'created.gte')), Number(at(form, 'created.lt'))];
  const matching = events
    .filter(({ type, created }) => types.has(type) && created >= since && created < until)
    .toReversed();
  const from = matching.findIndex(({ id }) => id === form['starting_after']) + 1;
  const data = matching.slice(from, from + Number(form['limit'] ?? 10));
  return {
    status: 200,
    body: { object: 'list', url: '/v1/events', has_more: from + data.length < matching.length, data },
  };
}

function deliver(
  to: string,
  event: StripeEvent,
  options: DeliverOptions & { readonly secret: string },
): Promise<Response> {
  const { secret, signedSeconds = Math.floor(Date.now() / 1000) } = options;
  const signed = JSON.stringify(event, null, 2);
  const v1 = createHmac('sha256', secret).update(`${signedSeconds}.${signed}`).digest('hex');
  return fetch(to, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Stripe-Signature': `t=${signedSeconds},v1=${v1},v0=${'0'.repeat(64)}`,
    },
    body: options.body ?? signed,
  });
}
