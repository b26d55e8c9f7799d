/**
 * Receives Stripe events on a separate port: one path, without a session. The signature over the bytes authenticates the
 * caller. The response is 200 once an event is committed, or if it does not concern Farebox; Stripe resends every other event.
 */
import type { IncomingMessage } from 'node:http';
import { AppError, invalidRequest } from '@farebox/contract';
import type { Database } from '@farebox/db';
import { createSemaphore, failpoint } from '@farebox/kernel';
import {
  applyPayment,
  ForgedEventError,
  type PaymentEvent,
  type PaymentProvider,
  TooEarlyError,
} from '@farebox/payments';
import type { Logger } from '@farebox/telemetry';
import type { Express } from 'express';
import { unavailable } from '../endpoint/failure.ts';
import { bareApp, closeTheRest, type Listener } from './bare-app.ts';
import { header } from './header.ts';
import { readBody } from './read-body.ts';
import { responseContext, writeResult } from './response.ts';
import type { SendError } from './send-error.ts';

export interface StripeAppOptions {
  readonly database: Database;
  readonly payments: PaymentProvider;
  readonly sendError: SendError;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
}

const STRIPE_PATH = '/webhooks/stripe';
/** Stripe events have a few kilobytes. */
const BODY_BYTES_MAX = 256 * 1024;
/**
 * Limits concurrent events: each holds a database connection while it waits for other events of its organization. Others
 * wait for their turn; Stripe resends an event that is refused here.
 */
const TOGETHER_MAX = 4;
const WAITING_MAX = 200;
/** Stripe waits longer for a response. */
const WAIT_MS = 5_000;

export function createStripeApp(options: StripeAppOptions): Express {
  const { sendError } = options;
  const app = bareApp();
  const deliver = deliveryOf(options);
  const answered =
    (work: (request: IncomingMessage) => Promise<object>, route?: string): Listener =>
    async (request, response) => {
      const context = responseContext(response, route);
      try {
        writeResult(response, context, { status: 200, data: await work(request) });
      } catch (error) {
        sendError(request, response, { context, error, route: undefined });
      }
    };
  app.post(STRIPE_PATH, answered(deliver, STRIPE_PATH));
  closeTheRest(
    app,
    answered(() => Promise.reject(new AppError('not_found'))),
    sendError,
  );
  return app;
}

function deliveryOf({ database, payments, logger }: StripeAppOptions) {
  const slots = createSemaphore({ slots: TOGETHER_MAX, waitingPerKey: WAITING_MAX });
  return async (request: IncomingMessage): Promise<object> => {
    const event = await eventIn(request, payments);
    if (event === null) return { outcome: 'ignored' };
    const leave = await slots.take({ timeoutMs: WAIT_MS });
    if (leave === null) throw unavailable('service_unavailable');
    try {
      const applied = await applyPayment(database, event, payments.isLive);
      if (applied.kind === 'problem') logger.error({ ...applied, eventId: event.id }, 'a payment needs a person');
      await failpoint('gateway.payment.after', event.id);
      return { outcome: applied.kind };
    } catch (error) {
      throw error instanceof TooEarlyError ? unavailable('service_unavailable', error) : error;
    } finally {
      leave();
    }
  };
}

async function eventIn(request: IncomingMessage, payments: PaymentProvider): Promise<PaymentEvent | null> {
  const signature = header(request, 'stripe-signature');
  if (signature === undefined) throw invalidRequest({ '': 'it is not signed' });
  const body = await readBody(request, BODY_BYTES_MAX);
  try {
    return payments.read(body, signature);
  } catch (error) {
    throw error instanceof ForgedEventError ? invalidRequest({ '': 'it is not signed' }) : error;
  }
}
